/** Reads the tests of oasdiff, which are functions in Go: which documents they compare, how they edit them, and what they expect. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Impact } from '../../../../spec/diff/rules/change.ts';

/** A rule of oasdiff. */
export interface PeerRule {
  readonly id: string;
  readonly impact: Impact;
}

export interface GoTest {
  readonly name: string;
  /** The comment above the function. */
  readonly says: string;
  readonly statements: readonly string[];
  /** The documents, relative to the folder of the tests. */
  readonly before: string;
  readonly after: string;
  readonly expected: readonly PeerRule[];
}

const impacts: Readonly<Record<string, Impact>> = { ERR: 'breaking', WARN: 'risky', INFO: 'harmless' };

/** All rules, by the name of their constant. */
export function readPeerRules(checkerFolder: string): ReadonlyMap<string, PeerRule> {
  const sources = readdirSync(checkerFolder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
  const texts = sources.map((name) => readFileSync(path.join(checkerFolder, name), 'utf8'));
  const ids = new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/^\s*(?:const )?(\w+Id)\s*=\s*"([\w-]+)"/gm)].map(
        ([, name = '', id = '']) => [name, id] as const,
      ),
    ),
  );
  const rules = texts.flatMap((text) => [
    ...text.matchAll(/newBackwardCompatibilityRule\((?:checker\.)?(\w+),\s*(ERR|WARN|INFO)/g),
  ]);
  return new Map(
    rules.flatMap(([, name = '', level = '']) => {
      const [id, impact] = [ids.get(name), impacts[level]];
      return id === undefined || impact === undefined ? [] : [[name, { id, impact }] as const];
    }),
  );
}

export interface SkippedTest {
  readonly name: string;
  readonly reason: string;
}

/** The tests that compare two documents, and the others with the reason why they are left out. */
export function readGoTests(checkerFolder: string): { tests: readonly GoTest[]; skipped: readonly SkippedTest[] } {
  const rules = readPeerRules(checkerFolder);
  const files = readdirSync(checkerFolder).filter((name) => name.endsWith('_test.go'));
  const texts = files.map((name) => readFileSync(path.join(checkerFolder, name), 'utf8'));
  const folders = readFolders(texts);
  const results = texts.flatMap((text) =>
    [...text.matchAll(/((?:^\/\/.*\n)*)^func (Test\w+)\(t \*testing\.T\) \{\n((?:.*\n)*?)^\}/gm)].map(
      ([, comment = '', name = '', body = '']) =>
        readTest({
          name,
          says: comment
            .replace(/^\/\/ ?/gm, '')
            .trim()
            .split('\n')
            .join(' '),
          body,
          rules,
          folders,
        }),
    ),
  );
  return {
    tests: results.filter((result) => 'statements' in result),
    skipped: results.filter((result) => 'reason' in result),
  };
}

/** `deprecationFile = dataFileFn("deprecation")` */
function readFolders(texts: readonly string[]): ReadonlyMap<string, string> {
  const found = texts.flatMap((text) => [...text.matchAll(/(\w+)\s*=\s*dataFileFn\("([^"]+)"\)/g)]);
  return new Map(found.map(([, name = '', folder = '']) => [name, folder]));
}

interface TestSource {
  readonly name: string;
  readonly says: string;
  readonly body: string;
  readonly rules: ReadonlyMap<string, PeerRule>;
  readonly folders: ReadonlyMap<string, string>;
}

function readTest({ name, says, body, rules, folders }: TestSource): GoTest | SkippedTest {
  const documents = readDocuments(body, folders);
  const [before, after] = documents;
  if (documents.length !== 2 || before === undefined || after === undefined)
    return { name, reason: 'it does not compare two documents' };
  if (/for .*range \[\]|t\.Run\(/.test(body)) return { name, reason: 'it is a table' };
  if (!/CheckBackwardCompatibility|[^\w.]d\(t,/.test(body)) return { name, reason: 'it does not check compatibility' };
  if (
    /With(?:Severity|Optional|Deprecation|Stability|Attributes|VersioningPolicy)|SunsetExtension|stability/i.test(body)
  )
    return { name, reason: 'it depends on options or extensions of oasdiff' };
  const expected = readExpected(body, rules);
  if (expected === undefined) return { name, reason: 'its expectation is not a list of rules' };
  return { name, says, statements: splitStatements(body), before, after, expected };
}

function readDocuments(body: string, folders: ReadonlyMap<string, string>): readonly string[] {
  const variables = new Map(
    [...body.matchAll(/^\s*(\w+) := "([^"]+\.ya?ml)"/gm)].map(([, name = '', file = '']) => [name, file]),
  );
  const pattern =
    /(?:open|LoadFromFile|NewSource)\((?:"([^"]+)"|(\w+)\("([^"]+)"\)|(\w+))[,)]|[^\w.]l\(t, (\d+)|[^\w.]d\(t, [^;\n]*?, (\d+), (\d+)/g;
  const opened = body
    .split('\n')
    .filter((line) => !/Source:/.test(line))
    .join('\n');
  return [...opened.matchAll(pattern)].flatMap(
    ([, literal, helper = '', file, variable = '', number, first, second]) => {
      if (literal !== undefined) return [literal];
      if (file !== undefined) return folders.has(helper) ? [`../data/${folders.get(helper)}/${file}`] : [];
      if (number !== undefined) return [numbered(number)];
      if (first !== undefined && second !== undefined) return [numbered(first), numbered(second)];
      return variables.get(variable) ?? [];
    },
  );
}

function numbered(number: string): string {
  return `../data/openapi-test${number}.yaml`;
}

/** Undefined if the test says nothing about the whole result. */
function readExpected(body: string, rules: ReadonlyMap<string, PeerRule>): readonly PeerRule[] | undefined {
  const lines = body
    .split('\n')
    .filter((line) => !/requireNoChange|NotEqual|NotContains|require\.False/.test(line))
    .join('\n');
  const named = [...lines.matchAll(/checker\.(\w+Id)\b(?! \+)/g)].flatMap(([, name = '']) => rules.get(name) ?? []);
  if (named.length > 0) return [...new Map(named.map((rule) => [rule.id, rule])).values()];
  return /require\.Empty\(t, (?:errs|changes)|require\.Len\(t, errs, 0/.test(body) ? [] : undefined;
}

/** One for each line, or several lines up to the closing bracket. */
function splitStatements(body: string): readonly string[] {
  const statements: string[] = [];
  let depth = 0;
  for (const line of body.split('\n')) {
    const text = line.trim();
    if (depth === 0) statements.push(text);
    else statements.push(`${statements.pop()} ${text}`);
    depth += (text.match(/[({[]/g) ?? []).length - (text.match(/[)}\]]/g) ?? []).length;
  }
  return statements;
}
