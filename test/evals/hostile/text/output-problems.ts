/** What text of others must not do where it gets to: each function gives the harm that it sees, in words; none is right. */
import { XMLParser } from 'fast-xml-parser';

/** Lines for people, and for the log of a CI server. */
export function terminalProblems(text: string): readonly string[] {
  return [...hiddenIn(text), ...commandsIn(text), ...forgedLinesIn(text)];
}

/** Lines that are commands to GitHub's runner, all of them the kit's own. */
export function annotationProblems(text: string): readonly string[] {
  const own = /^::(?:error|warning|notice) (?:[^:]*,)?title=[^:]*::/;
  const others = text.split('\n').filter((line) => line !== '' && !own.test(line));
  return [...hiddenIn(text), ...others.map((line) => `no line of the kit: ${line.slice(0, 60)}`)];
}

/** JSON that can be printed as it is. */
export function jsonProblems(text: string): readonly string[] {
  JSON.parse(text);
  return [...hiddenIn(text), ...commandsIn(text)];
}

/** What a parser gives is safe for the page and the log of a CI server. */
export function xmlProblems(text: string): readonly string[] {
  const parser = new XMLParser({ ignoreAttributes: false, htmlEntities: true, trimValues: false });
  const texts = textsIn(parser.parse(text, true));
  return [
    ...found(text, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|<!/gu).map((one) => `in XML: ${one}`),
    ...texts.flatMap((one) => [...hiddenIn(one.replaceAll('\t', ' ')), ...commandsIn(one)]),
  ];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The messages of a SARIF log may hold links and placeholders; names and places may not hide anything. */
export function sarifProblems(text: string): readonly string[] {
  const log: unknown = JSON.parse(text, (key, value) => (key === 'properties' ? undefined : value));
  const messages = [...text.matchAll(/^ *"text": (".*"),?$/gm)].map(([, json = '""']) => String(JSON.parse(json)));
  const links = messages.flatMap((one) => found(one, /\]\(|(?<!\{)\{(?:\{\{)*\d/g));
  return [
    ...jsonProblems(text),
    ...textsIn(log).flatMap(hiddenIn),
    ...links.map((one) => `a link or placeholder: ${one}`),
    ...addressesIn(text).filter((one) => !/^(?:https?:\/\/\S+|file:\/\/\S+|[\w.%~!'()*/-]+)$/.test(one)),
  ];
}

function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(/^ *"uri": (".*"),?$/gm)].map(([, json = '""']) => String(JSON.parse(json)));
}

/** As GitHub reads it: first the Markdown, then what stands in it for people, issues and addresses. */
export function markdownProblems(text: string): readonly string[] {
  const lines = text.split('\n');
  return [...hiddenIn(text.replaceAll('\u200b', '')), ...tableProblems(lines), ...lines.flatMap(lineProblems)];
}

/** Every row has as many cells as its head. */
function tableProblems(lines: readonly string[]): readonly string[] {
  const widths = lines.map((line) => (line.startsWith('|') ? line.split('|').length : 0));
  return widths.flatMap((width, at) => {
    const before = widths[at - 1] ?? 0;
    return width === 0 || before === 0 || width === before
      ? []
      : [`another number of cells: ${lines[at]?.slice(0, 60)}`];
  });
}

/** The little that the kit itself writes is taken off; what is left has to be text. */
function lineProblems(line: string): readonly string[] {
  const bare = line
    .replace(/^(?:#{2,3} |- |\| )/, '')
    .replace(/ \|$/, '')
    .replaceAll(/ \| |\*\*|<br>/g, ' ');
  const marks = found(bare.replaceAll(/<\/?code>|&#\d+;/g, ''), /[\\`*_{}[\]<>#|~@$&]|:(?!$)/g);
  const read = decoded(bare.replaceAll(/<code>.*?<\/code>/g, ' '));
  const links = found(read, /@\w|#\d|\bGH-\d|https?:\/\/\w|\bwww\.\w/gi);
  return [...marks.map((one) => `Markdown: ${one}`), ...links.map((one) => `a link: ${one}`)];
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)));
}

/** What draws on a terminal, hides, or turns the direction of writing; line feeds alone are free. */
export function hiddenIn(text: string): readonly string[] {
  const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
  return found(text, hidden).map((one) => `hidden: ${one}`);
}

/** What a CI server takes for a command: a line that begins with `::`, and what may stand anywhere in one. */
function commandsIn(text: string): readonly string[] {
  return found(text, /^[^\S\n]*::|##\w*\[|\[\[ATTACHMENT\|/gim).map((one) => `a command: ${one}`);
}

/** Below a label the lines of a text stay lines, well to the right: none can pass for one of the kit's. */
function forgedLinesIn(text: string): readonly string[] {
  return found(text, /^ {0,3}(?:# owned|@octocat|!\[x\]|```|\[owned\])/gm).map((one) => `a forged line: ${one}`);
}

function found(text: string, pattern: RegExp): readonly string[] {
  const all = [...text.matchAll(pattern)].map(({ index }) => JSON.stringify(text.slice(index, index + 30)));
  return [...new Set(all)].slice(0, 5);
}
