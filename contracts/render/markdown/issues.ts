/** The causes of a report as Markdown for an issue tracker: one file for each, the most important first. */
import { type Cause, findCauses } from '../../report/causes.ts';
import { type Report, targetText } from '../../report/report.ts';
import { pluralize } from '../../report/text-format.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/terminal.ts';
import type { IssueFile } from './issue-file.ts';
import { codeBlock, codeMarkup, escapeMarkdown } from './markdown-text.ts';

/** By importance; the names begin with the rank. */
export function issueFiles(report: Report): readonly IssueFile[] {
  const causes = findCauses(report.stages.flatMap(({ findings }) => findings)).slice(0, MAX_FILES);
  const digits = Math.max(2, String(causes.length).length);
  return causes.map((cause, index) => ({
    name: `${String(index + 1).padStart(digits, '0')}-${nameOf(cause)}.md`,
    text: issueText(report, cause),
  }));
}

/** A tracker with more is of no use; the other reports have all. */
const MAX_FILES = 100;

const MAX_NAME_LENGTH = 60;

function nameOf({ example: { check, subject } }: Cause): string {
  return `${check}-${subject.replace(/[^\w]+/g, '-')}`.slice(0, MAX_NAME_LENGTH).replace(/-+$/, '');
}

function issueText(report: Report, { example, findings, subjects }: Cause): string {
  const { contract, kit } = report;
  const parts = [
    `# ${escapeMarkdown(example.title)} (${escapeMarkdown(subjects[0] ?? '')}${subjects.length > 1 ? ` and ${subjects.length - 1} more` : ''})`,
    `${codeMarkup(targetText(report))} against **${escapeMarkdown(`${contract.title} ${contract.version}`)}**: ${example.severity}, ${pluralize(findings.length, 'finding')} with this cause. Found by plant-store ${escapeMarkdown(kit.version)}, check ${codeMarkup(example.check)}.`,
    codeBlock(findingText(example, styleFor({})), 'text'),
    ...commandParts(example),
    ...otherParts(findings),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A longer command is of no use to a reader; the replay sends the same. */
const MAX_COMMAND_LENGTH = 6_000;

function commandParts({ evidence }: Cause['example']): readonly string[] {
  if (evidence === undefined) return [];
  const { curl, replay } = evidence;
  const commands = [...(curl.length > MAX_COMMAND_LENGTH ? [] : [curl]), replay];
  return ['To see it again:', codeBlock(commands.join('\n'), 'sh')];
}

const MAX_OTHERS = 50;

function otherParts([, ...others]: Cause['findings']): readonly string[] {
  if (others.length === 0) return [];
  const lines = others
    .slice(0, MAX_OTHERS)
    .map(
      ({ subject, evidence, id }) =>
        `- ${escapeMarkdown(subject)} ${escapeMarkdown(evidence?.mutation ?? '')} ${codeMarkup(id)}`,
    );
  const rest = others.length - MAX_OTHERS;
  return ['The same cause elsewhere:', lines.join('\n'), ...(rest > 0 ? [`and ${rest} more`] : [])];
}
