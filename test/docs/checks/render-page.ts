import { type CatalogEntry, type CheckedStage, reproduceCommands } from '../../../contracts/catalog/check-catalog.ts';
import type { CheckExample } from './check-example.ts';

export const generatedBy =
  'Made by `npm run check-pages -- --write` from the table that `plant-store explain` reads; do not edit.';

/** docs/checks/ID.md */
export function renderCheckPage(
  { id, stage, severity, invariant, title, why, references, frameworkDefaults }: CatalogEntry,
  example: CheckExample,
): string {
  const { matters, causes, mend: fix } = partsOf(escaped(why));
  return `${[
    `# ${id}`,
    `**${severity === 'fault' ? 'Fault' : 'Advice'}** of the stage *${stage}*: ${lowered(title)}. ${meaning[severity]}`,
    '## What is demanded',
    `${raised(invariant)}.`,
    `It rests on ${withLinks(references)}.`,
    '## What breaks it',
    `${example.description} ${introductions[stage].broken}`.trim(),
    example.failing,
    '## What keeps it',
    ...(introductions[stage].kept === '' ? [] : [introductions[stage].kept]),
    example.passing,
    '## Why it matters, and the likely cause',
    matters,
    ...(causes === '' ? [] : [causes]),
    ...(frameworkDefaults === undefined ? [] : [`In frameworks: ${frameworkDefaults}.`]),
    '## How to mend it',
    fix,
    ...(stage === 'conformance' || stage === 'provider check' ? [contested] : []),
    '## See it again',
    seen[stage],
    ...(stage === 'waivers' ? [] : ['## Waive it', waiving(example.findingId)]),
    `[All checks](README.md). ${generatedBy}`,
  ].join('\n\n')}\n`;
}

const meaning = {
  fault: 'It fails the run.',
  advice: 'It is told, and fails the run with `--strict` alone.',
} as const;

const contested =
  'If it is the contract that is wrong, mend the contract: everybody who relies on it then sees the change. If neither is, the finding says with `curl` and `replay` how to show it to whoever has to decide.';

const introductions: Readonly<Record<CheckedStage, { readonly broken: string; readonly kept: string }>> = {
  conformance: {
    broken: 'The finding, as `plant-store verify` tells it, without its `why`:',
    kept: 'A right store of the same contract, in the same case:',
  },
  'contract lint': { broken: '', kept: '' },
  'pact × contract': {
    broken: 'The finding:',
    kept: 'The same pact without that, by `plant-store pact compare`:',
  },
  'provider check': {
    broken: 'The finding:',
    kept: 'The same pact without that, by `plant-store pact verify`:',
  },
  'breaking changes': { broken: '', kept: '' },
  waivers: { broken: '', kept: '' },
};

const commands = (stage: CheckedStage) => reproduceCommands[stage].map((command) => `\`${command}\``).join(', or ');

const seen: Readonly<Record<CheckedStage, string>> = {
  conformance: `The finding ends with a \`curl\` line, which sends the request as it was, with your token in \`PLANT_STORE_TOKEN\`; and with its \`replay\` command, which sends all that the case is made of, with fresh values, and judges the answer again: ${commands('conformance')} for all cases of its kind.`,
  'contract lint': `${commands('contract lint')}: the lint is the first stage, and looks at nothing but the document.`,
  'pact × contract': `${commands('pact × contract')}; no implementation is needed.`,
  'provider check': `${commands('provider check')}: the Nth interaction of the pact alone.`,
  'breaking changes': commands('breaking changes'),
  waivers: commands('waivers'),
};

function waiving(id: string): string {
  return `Where it is known and has to wait: in a file for \`--waivers FILE\` of the command that judges, with the id that the finding shows, a reason, and the last day.

\`\`\`yaml
waivers:
  - id: ${id}
    reason: mended with release 7
    expires: 2027-01-31
\`\`\``;
}

/** In a sentence a star is none of Markdown's. */
function escaped(text: string): string {
  return text.replaceAll('*', '\\*');
}

/** `why` is what comes of it, the likely causes where there are some, and in its last sentence what to do. */
function partsOf(why: string) {
  const sentences = why.split(/(?<=[.?])\s+(?=[A-Z])/);
  const fix = sentences.at(-1) ?? '';
  const first = sentences.findIndex((sentence) => sentence.startsWith('Likely cause'));
  const end = first === -1 ? -1 : first;
  return {
    matters: sentences.slice(0, end).join(' '),
    causes: first === -1 ? '' : sentences.slice(first, -1).join(' '),
    mend: fix,
  };
}

/** Such as `RFC 9110, section 15.5.2 (401)`. */
function withLinks(restsOn: string): string {
  return restsOn
    .replaceAll(/\bRFC (\d+)/g, (rfc, number) => `[${rfc}](https://www.rfc-editor.org/rfc/rfc${number})`)
    .replaceAll(
      'docs/reference/breaking-changes.md',
      '[docs/reference/breaking-changes.md](../reference/breaking-changes.md)',
    )
    .replaceAll(
      '(docs/reference/openapi.md, Sequences)',
      '([docs/reference/openapi.md](../reference/openapi.md#sequences))',
    );
}

function raised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function lowered(text: string): string {
  return /^[A-Z][a-z]* |^[A-Z] /.test(text) ? `${text.slice(0, 1).toLowerCase()}${text.slice(1)}` : text;
}
