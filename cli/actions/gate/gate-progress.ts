/** Reports the stages of the gate while they run. */
import type { Finding } from '../../../contracts/finding/finding.ts';
import type { GateEvent, StageEvent } from '../../../contracts/gate/stage-context.ts';
import { stageLine } from '../../../contracts/render/text/gate-summary.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import type { Report } from '../../../contracts/report/report.ts';
import type { StageReport } from '../../../contracts/report/stage-report.ts';
import { KitError } from '../../../errors.ts';
import { sanitizeLine } from '../../../sanitize.ts';
import { createProgressLine, type Progress } from '../../output.ts';

/**
 * Prints a line for each stage on stderr, in the order of `names`, whichever stage finishes first. Stages whose
 * findings may be waived are printed at the end, since another stage may report the same cause. If `isOutputShared`, the
 * result on stdout has these lines, so that only the start of each stage is printed.
 */
export async function reportGateProgress(
  events: AsyncGenerator<GateEvent>,
  { names, hasWaivers, isOutputShared }: GateProgressOptions,
): Promise<Report> {
  const runningStage = showRunningStage(
    isOutputShared ? createStartLines(process.stderr) : createProgressLine(process.stderr),
  );
  const lines = isOutputShared ? noStageLines : orderedStageLines(names);
  for await (const event of events) {
    if (event.type === 'finished') {
      runningStage.clear();
      lines.printRest(event.report.stages);
      return event.report;
    }
    if (event.type !== 'stage finished') runningStage.show(event);
    else {
      if (!hasWaivers || event.stage.findings.length === 0) lines.add(event.stage);
      runningStage.ended(event.stage.name, lines.printNext);
    }
  }
  throw new KitError('nothing-checked', 'the gate ended without a verdict');
}

interface GateProgressOptions {
  readonly names: readonly string[];
  readonly hasWaivers: boolean;
  readonly isOutputShared: boolean;
}

/** A terminal shows what runs in one line; a log gets a line when a stage starts. */
function createStartLines(stream: NodeJS.WriteStream): Progress {
  if (stream.isTTY) return createProgressLine(stream);
  const printed = new Set<string>();
  return {
    show: (text) => {
      const [line = ''] = text.split(': ');
      if (!printed.has(line)) stream.write(`${sanitizeLine(line)}\n`);
      printed.add(line);
    },
    count: () => {},
    clear: () => {},
  };
}

const noStageLines = { add: () => {}, printNext: () => {}, printRest: () => {} };

/** Prints each stage once, after the stages before it. */
function orderedStageLines(stageNames: readonly string[]) {
  const style = styleFor(process.stderr);
  const finishedLines = new Map<string, string>();
  let reportedCount = 0;
  const write = (line: string) => process.stderr.write(`${line}\n`);
  return {
    add: (stage: StageReport<Finding>) => void finishedLines.set(stage.name, stageLine(stage, style)),
    printNext() {
      for (
        let line = finishedLines.get(stageNames[reportedCount] ?? '');
        line !== undefined;
        line = finishedLines.get(stageNames[reportedCount] ?? '')
      ) {
        write(line);
        reportedCount++;
      }
    },
    printRest: (stages: readonly StageReport[]) =>
      stages.slice(reportedCount).forEach((stage) => void write(stageLine(stage, style))),
  };
}

/** Shows the stage that started last and is still running. */
function showRunningStage(progress: Progress) {
  const running = new Map<string, string>();
  const startStage = (name: string, text: string) => {
    running.set(name, text);
    progress.show(`running         ${text}`);
  };
  return {
    clear: () => progress.clear(),
    show(event: StageEvent): void {
      if (event.type === 'progress') progress.count(event.description, event.isError);
      else startStage(event.name, event.type === 'step' ? `${event.name}: ${event.description}` : event.name);
    },
    /** `print` writes the lines of finished stages while the progress line is cleared. */
    ended(name: string, print: () => void): void {
      running.delete(name);
      progress.clear();
      print();
      const [text] = [...running.values()].slice(-1);
      if (text !== undefined) progress.show(`running         ${text}`);
    },
  };
}
