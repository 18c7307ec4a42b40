/** Prints how far a run is, in a line for each tenth of its files, and what failed as soon as it did. */
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node';

export class ProgressReporter extends DefaultReporter {
  #files = 0;
  #endedFiles = 0;
  #tests = 0;
  #printedTenths = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#endedFiles = 0;
    this.#tests = 0;
    this.#printedTenths = 0;
    super.onTestRunStart(specifications);
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#endedFiles += 1;
    this.#tests += [...module.children.allTests()].length;
    const hasFailed = !module.ok();
    if (hasFailed || this.isTTY) super.onTestModuleEnd(module);
    const tenths = Math.floor((10 * this.#endedFiles) / this.#files);
    if (this.isTTY || tenths === this.#printedTenths) return;
    this.#printedTenths = tenths;
    this.log(`${this.#endedFiles} of ${this.#files} files, ${this.#tests} tests`);
  }
}
