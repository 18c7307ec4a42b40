/** Tells of the stages while they run. */
import type { GateEvent } from '../../contracts/gate/stage.ts';
import { stageLine } from '../../contracts/report/gate-text.ts';
import type { Report } from '../../contracts/report/report.ts';
import { styleFor } from '../../contracts/report/style.ts';
import { KitError } from '../../errors.ts';
import { progressLine } from '../progress.ts';

/** On stderr, a line for each stage in the order of `names`, whichever is over first. */
export async function watchGate(
  events: AsyncGenerator<GateEvent>,
  names: readonly string[],
): Promise<Report> {
  const style = styleFor(process.stderr);
  const progress = progressLine(process.stderr);
  const over = new Map<string, string>();
  let told = 0;
  const tell = () => {
    for (let line = over.get(names[told] ?? ''); line !== undefined; line = over.get(names[told] ?? '')) {
      process.stderr.write(`${line}\n`);
      told++;
    }
  };
  for await (const event of events) {
    if (event.type === 'finished') return event.report;
    if (event.type === 'stage started') progress.show(`running         ${event.name}`);
    if (event.type === 'progress') progress.count(event.what, event.isFault);
    if (event.type !== 'stage finished') continue;
    over.set(event.stage.name, stageLine(event.stage, style));
    progress.clear();
    tell();
  }
  throw new KitError('nothing-judged', 'the gate ended without a verdict');
}
