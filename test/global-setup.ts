/**
 * Before the first test file and after the last: the folder that holds all temporary files of the run, and the validators
 * that the package contains.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeValidators } from '../.ci/openapi-validators.ts';

declare module 'vitest' {
  interface ProvidedContext {
    temporaryRoot: string;
  }
}

export default function setup(project: TestProject): () => void {
  writeValidators();
  const root = mkdtempSync(path.join(tmpdir(), 'plant-store-test-'));
  project.provide('temporaryRoot', root);
  return () => rmSync(root, { recursive: true, force: true });
}
