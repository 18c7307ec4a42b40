/** What a person reads of a comparison or a provider check. */
import { formatPlace } from '../../spec/contract.ts';
import { visibleLines } from '../../text.ts';
import type { CompareFinding, CompareResult } from './compare/compare.ts';
import { interactionName } from './file/interaction.ts';
import type { Exchange } from './provider/exchange.ts';
import type { InteractionResult } from './provider/interaction-result.ts';
import type { ProviderResult } from './provider/provider.ts';

/** `specFile` as the contract names it. */
export function compareText(result: CompareResult, specFile: string): string {
  const counts = (['error', 'warning', 'silent'] as const).map(
    (severity) => result.findings.filter((one) => one.severity === severity).length,
  );
  const [errors, warnings, silent] = counts;
  return lines([
    `${result.pactFile} (${result.consumer}): ${result.interactions} interactions against ${specFile}`,
    ...result.findings.flatMap(findingLines),
    '',
    `${result.ok ? 'compatible' : 'NOT COMPATIBLE'}: ${errors} errors, ${warnings} warnings, ${silent} where the contract is silent`,
  ]);
}

export function providerText(result: ProviderResult, baseUrl: string): string {
  const failed = result.interactions.filter(({ status }) => status === 'failed').length;
  return lines([
    `${baseUrl}: ${result.interactions.length} interactions`,
    ...result.interactions.flatMap(interactionLines),
    '',
    `${result.ok ? 'verified' : 'NOT VERIFIED'}: ${result.interactions.length - failed} passed, ${failed} failed`,
  ]);
}

function findingLines({
  severity,
  code,
  message,
  interaction,
  pactPlace,
  specPlace,
}: CompareFinding): string[] {
  return [
    '',
    `  ${severity.padEnd(9)}${message}`,
    `           ${code}${interaction === undefined ? '' : `: ${interactionName(interaction)}`}`,
    `           pact  ${formatPlace(pactPlace)}`,
    `           spec  ${formatPlace(specPlace)}`,
  ];
}

function interactionLines(result: InteractionResult): string[] {
  const title = `  ${result.status === 'passed' ? 'passed' : 'FAILED'}  ${interactionName(result.interaction)}`;
  const silent = result.silent.map((message) => `          silent  ${message}`);
  if (result.status === 'passed') return [title, ...silent];
  return [
    title,
    ...result.mismatches.map(({ message }) => `          ${message}`),
    ...result.violations.map(({ message, place }) => `          ${message} (${formatPlace(place)})`),
    ...silent,
    ...(result.exchange === undefined ? [] : exchangeLines(result.exchange)),
    `           pact      ${formatPlace(result.interaction.place)}`,
  ];
}

function exchangeLines({ method, target, requestBody, outcome }: Exchange): string[] {
  const answer = outcome.kind === 'answer' ? `${outcome.status} ${shown(outcome.body)}` : outcome.message;
  return [`          sent      ${method} ${target} ${shown(requestBody)}`, `          received  ${answer}`];
}

const SHOWN_CHARACTERS = 200;

/** One line of what an implementation sent, without control characters: it goes to a terminal. */
function shown(body: Buffer): string {
  const text = body.toString('utf8').replace(/[\s\p{Cc}]+/gu, ' ');
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;
}

function lines(all: readonly string[]): string {
  return `${all.map(visibleLines).join('\n')}\n`;
}
