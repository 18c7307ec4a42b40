/** Tells of the stages while they run. */
import type { Finding } from '../../../contracts/finding/finding.ts';
import type { GateEvent, StageEvent } from '../../../contracts/gate/stage.ts';
import { stageLine } from '../../../contracts/render/text/gate-summary.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import type { Report } from '../../../contracts/report/report.ts';
import type { StageReport } from '../../../contracts/report/stage.ts';
import { KitError } from '../../../errors.ts';
import { type Progress, progressLine } from '../../output.ts';

/**
 * On stderr, a line for each stage in the order of `names`, whichever is over first. What a waiver may forgive is told when
 * all is over: until then nobody knows whether another stage tells of the same cause.
 */
export async function watchGate(
  events: AsyncGenerator<GateEvent>,
  { names, hasWaivers }: { readonly names: readonly string[]; readonly hasWaivers: boolean },
): Promise<Report> {
  const screen = showUnderWay(progressLine(process.stderr));
  const lines = linesInOrder(names);
  for await (const event of events) {
    if (event.type === 'finished') {
      screen.clear();
      lines.tellRest(event.report.stages);
      return event.report;
    }
    if (event.type !== 'stage finished') screen.show(event);
    else {
      if (!hasWaivers || event.stage.findings.length === 0) lines.add(event.stage);
      screen.ended(event.stage.name, lines.tell);
    }
  }
  throw new KitError('nothing-judged', 'the gate ended without a verdict');
}

/** Each stage once, when those before it were told. */
function linesInOrder(names: readonly string[]) {
  const style = styleFor(process.stderr);
  const over = new Map<string, string>();
  let told = 0;
  const write = (line: string) => process.stderr.write(`${line}\n`);
  return {
    add: (stage: StageReport<Finding>) => void over.set(stage.name, stageLine(stage, style)),
    tell() {
      for (let line = over.get(names[told] ?? ''); line !== undefined; line = over.get(names[told] ?? '')) {
        write(line);
        told++;
      }
    },
    tellRest: (stages: readonly StageReport[]) =>
      stages.slice(told).forEach((stage) => void write(stageLine(stage, style))),
  };
}

/** The stage that began last and is not over yet. */
function showUnderWay(progress: Progress) {
  const running = new Map<string, string>();
  const begin = (name: string, what: string) => {
    running.set(name, what);
    progress.show(`running         ${what}`);
  };
  return {
    clear: () => progress.clear(),
    show(event: StageEvent): void {
      if (event.type === 'progress') progress.count(event.what, event.isFault);
      else begin(event.name, event.type === 'step' ? `${event.name}: ${event.what}` : event.name);
    },
    /** Lines are told in between. */
    ended(name: string, tell: () => void): void {
      running.delete(name);
      progress.clear();
      tell();
      const [what] = [...running.values()].slice(-1);
      if (what !== undefined) progress.show(`running         ${what}`);
    },
  };
}
