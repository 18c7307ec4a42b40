/** The changelog of two contracts as Markdown. Nothing from a document acts in it. */
import { formatPlace } from '../../../spec/model/contract.ts';
import { codeBlock, codeMarkup, escapeMarkdown, markdownTable } from '../markdown/markdown-text.ts';
import {
  type Changelog,
  type ChangelogEntry,
  type ChangelogSection,
  changelogTitle,
  levelNames,
  type QuotedLine,
} from './changelog-data.ts';

/** Deterministic: the same documents give the same text. */
export function markdownChangelog(changelog: Changelog): string {
  const { before, after, sections, notes } = changelog;
  const parts = [
    `# ${escapeMarkdown(changelogTitle(changelog))}`,
    `What changed from ${codeMarkup(before.file)} to ${codeMarkup(after.file)}.`,
    countTable(changelog),
    ...(sections.length === 0 ? ['No changes.'] : sections.flatMap(sectionParts)),
    ...notes.map((note) => escapeMarkdown(note)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function countTable({ counts }: Changelog): string {
  const rows = (['ERR', 'WARN', 'INFO'] as const).map((level) => [level, levelNames[level], String(counts[level])]);
  return markdownTable(['level', 'meaning', 'changes'], rows);
}

const MAX_SENTENCES = 1_000;

function sectionParts({ title, entries }: ChangelogSection): readonly string[] {
  return [`## ${escapeMarkdown(title)}`, ...entries.flatMap(entryParts)];
}

function entryParts(entry: ChangelogEntry): readonly string[] {
  const { level, title, at, was, is, example, why, action, alsoIn } = entry;
  const lines = [
    ...(action === undefined ? [] : [`- clients: ${escapeMarkdown(action, MAX_SENTENCES)}`]),
    `- why: ${escapeMarkdown(why, MAX_SENTENCES)}`,
    ...(example === undefined ? [] : [`- example value: ${codeMarkup(example)}`]),
    ...(alsoIn.length === 0 ? [] : [`- also in: ${alsoIn.map((id) => escapeMarkdown(id)).join(', ')}`]),
    `- rule: ${codeMarkup(entry.id)}`,
  ];
  return [
    `### ${level}: ${escapeMarkdown(at === '' ? title : `${title}: ${at}`)}`,
    `${codeMarkup(was)} → ${codeMarkup(is)}`,
    ...quotedLines(entry),
    lines.join('\n'),
  ];
}

/** Both lines, as in a diff. */
function quotedLines({ before, after }: ChangelogEntry): readonly string[] {
  const lines = [...quotedLine('-', before), ...quotedLine('+', after)];
  return lines.length === 0 ? [] : [codeBlock(lines.join('\n'), 'diff')];
}

function quotedLine(sign: '-' | '+', quoted: QuotedLine | undefined): readonly string[] {
  if (quoted === undefined) return [];
  return [`${sign} ${quoted.text.replaceAll('\n', ' ')}`, `  ${formatPlace(quoted.place)}`];
}
