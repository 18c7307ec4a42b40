import { openCredentials } from '../../contracts/conformance/login/open-credentials.ts';
import { type Replay, type ReplayedExchange, replayCase } from '../../contracts/conformance/replay.ts';
import { withLearnedSecrets } from '../../contracts/options/credentials.ts';
import { findingText } from '../../contracts/render/text/finding-text.ts';
import { styleFor, type TextStyle } from '../../contracts/render/text/terminal.ts';
import { pluralize } from '../../contracts/report/text-format.ts';
import { KitError } from '../../errors.ts';
import { formatJson, sanitizeLine, sanitizeLines } from '../../sanitize.ts';
import type { CommandInput } from '../command.ts';
import { loadHookFile, openHookFile, withHookValues } from '../options/hooks.ts';
import { getFlag, loadSpec, rejectExtraArguments, requireArgument, requireBaseUrl } from '../options/option-values.ts';
import { readReplayOptions } from '../options/replay-options.ts';
import { readAllCredentials, readRunLimits } from '../options/shared-options.ts';
import { readSuppliedValues, withSecrets } from '../options/supplied-values.ts';
import { printRepairs } from '../output.ts';

/** `plant-store replay`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 2);
  const caseId = requireArgument(input, 0, 'CASE_ID');
  if (/^https?:\/\//i.test(caseId))
    throw new KitError('argument-missing', 'CASE_ID is missing: the first argument is a URL', {
      fix: 'Give the id of a finding first: plant-store replay CASE_ID BASE_URL',
    });
  const target = {
    baseUrl: requireBaseUrl(input, 1),
    credentials: readAllCredentials(input),
    ...readRunLimits(input),
    replayOptions: readReplayOptions(input),
  };
  const configured = await readSuppliedValues(input, await loadSpec(input));
  const hooks = await openHookFile(await loadHookFile(input), target.baseUrl);
  const supplied = await withHookValues(configured, hooks);
  const { contract } = supplied;
  printRepairs(contract);
  const credentials = withLearnedSecrets(
    withSecrets(await openCredentials({ ...target, contract }), supplied),
    hooks?.learned,
  );
  const replay = await replayCase({ ...target, credentials, contract, hooks }, caseId);
  const { evidence, findings } = replay;
  const data = {
    caseId,
    expectation: replay.testCase.expectation,
    precedingExchanges: replay.precedingExchanges.map((exchange) => exchange.evidence),
    evidence,
    findings,
  };
  process.stdout.write(
    getFlag(input, 'json') ? formatJson(data) : `${formatReplay(replay, styleFor(process.stdout))}\n`,
  );
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function formatReplay(replay: Replay, style: TextStyle): string {
  const { testCase, precedingExchanges, findings } = replay;
  return [
    `${style.bold(sanitizeLine(testCase.id))}: ${sanitizeLine(testCase.mutation)}; expected by the contract: ${testCase.expectation}`,
    '',
    ...[...precedingExchanges, replay].flatMap(formatExchange),
    ...findings.map((finding) => `${findingText(finding, style)}\n`),
    findings.length === 0 ? style.green('passes all checks') : pluralize(findings.length, 'finding'),
  ].join('\n');
}

function formatExchange({ evidence: { request }, response }: ReplayedExchange): readonly string[] {
  const responseLines =
    'reason' in response
      ? [`< ${sanitizeLine(response.reason)}`]
      : [
          `< ${response.status}`,
          ...response.headers.map(([name, value]) => sanitizeLine(`< ${name}: ${value}`)),
          '',
          sanitizeLines(response.body),
        ];
  return [
    sanitizeLine(`> ${request.method} ${request.url}`),
    ...request.headers.map(([name, value]) => sanitizeLine(`> ${name}: ${value}`)),
    '',
    sanitizeLines(request.body ?? '(no body)'),
    '',
    ...responseLines,
    '',
  ];
}
