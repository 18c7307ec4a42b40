import { type Replay, replayCase, type ShownExchange } from '../../contracts/conformance/replay.ts';
import { findingText } from '../../contracts/render/text/finding-text.ts';
import { type Style, styleFor } from '../../contracts/render/text/terminal.ts';
import { count } from '../../contracts/report/words.ts';
import { loadContract } from '../../spec/loading/load.ts';
import { printedJson, visible, visibleLines } from '../../text.ts';
import type { CommandInput } from '../command.ts';
import { readCredentials, readLimits } from '../options/shared.ts';
import { argument, baseUrl, flag, refuseExtra, specSource } from '../options/values.ts';

/** `plant-store replay`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 2);
  const caseId = argument(input, 0, 'CASE_ID');
  const target = {
    baseUrl: baseUrl(argument(input, 1, 'BASE_URL')),
    credentials: readCredentials(input),
    ...readLimits(input),
  };
  const replay = await replayCase({ ...target, contract: await loadContract(specSource(input)) }, caseId);
  const { evidence, findings } = replay;
  const earlier = replay.earlier.map((shown) => shown.evidence);
  const json = { case: caseId, expectation: replay.tried.expectation, earlier, evidence, findings };
  process.stdout.write(
    flag(input, 'json') ? printedJson(json) : `${replayText(replay, styleFor(process.stdout))}\n`,
  );
  return findings.some(({ severity }) => severity === 'fault') ? 1 : 0;
}

function replayText(replay: Replay, style: Style): string {
  const { tried, earlier, findings } = replay;
  return [
    `${style.bold(visible(tried.id))}: ${visible(tried.mutation)}; the contract says ${tried.expectation}`,
    '',
    ...[...earlier, replay].flatMap(exchangeLines),
    ...findings.map((finding) => `${findingText(finding, style)}\n`),
    findings.length === 0 ? style.green('passes every check') : count(findings.length, 'finding'),
  ].join('\n');
}

function exchangeLines({ evidence: { request }, answer }: ShownExchange): readonly string[] {
  const answered =
    'reason' in answer
      ? [`< ${visible(answer.reason)}`]
      : [
          `< ${answer.status}`,
          ...answer.headers.map(([name, value]) => visible(`< ${name}: ${value}`)),
          '',
          visibleLines(answer.body),
        ];
  return [
    visible(`> ${request.method} ${request.url}`),
    ...request.headers.map(([name, value]) => visible(`> ${name}: ${value}`)),
    '',
    visibleLines(request.body ?? '(no body)'),
    '',
    ...answered,
    '',
  ];
}
