/**
 * Redocly's linter, for what it sees and the contract does not hold: the document as it is written. Its rules for
 * examples know no 64-bit integers and take seconds; most of those for operations and security are taste or ours.
 * It is given the texts that the contract was read from and reads no file, no address and no configuration of its own.
 */
import { fileURLToPath } from 'node:url';
import { KitError } from '../../errors.ts';
import { roundToDoubles } from '../../spec/json/convert-json.ts';
import type { Contract, Place } from '../../spec/model/contract.ts';
import { parseSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../spec/source/source-file.ts';

/** One problem of the engine, in its own words. */
export interface RedoclyProblem {
  readonly place: Place;
  readonly message: string;
}

/** By the name of the engine's rule. */
export type RedoclyProblems = ReadonlyMap<string, readonly RedoclyProblem[]>;

/** In place of a rule: why the engine gave up. */
export const INCOMPLETE_RULE = 'unfinished';

export const noProblems: RedoclyProblems = new Map();

/** Those of its rules that are true and useful, and that ours do not tell. */
const redoclyRules = [
  'no-identical-paths',
  'no-ambiguous-paths',
  'path-not-include-query',
  'operation-parameters-unique',
  'no-undefined-server-variable',
  'no-required-schema-properties-undefined',
  'nullable-type-sibling',
  'security-scopes-defined',
] as const;

export type RedoclyRule = (typeof redoclyRules)[number];

/** Throws `lint-unfinished` where the engine breaks down over the document. */
export async function runRedocly(contract: Contract): Promise<RedoclyProblems> {
  try {
    return await lintDocument(contract);
  } catch (cause) {
    // It follows references one in another, and large documents lead on deeper than the stack.
    if (cause instanceof RangeError) return tooDeepProblem(contract);
    const errorText = cause instanceof Error ? cause.message : String(cause);
    throw new KitError('lint-unfinished', `${contract.file}: ${errorText}`, { cause });
  }
}

function tooDeepProblem({ place }: Contract): RedoclyProblems {
  return new Map([[INCOMPLETE_RULE, [{ place, message: 'references lead on too deep to be followed' }]]]);
}

async function lintDocument(contract: Contract): Promise<RedoclyProblems> {
  const { BaseResolver, createConfig, lint, Source } = await import('@redocly/openapi-core');
  const files = parseFiles(contract);
  const externalRefResolver = new (class extends BaseResolver {
    override async loadExternalRef(ref: string) {
      return new Source(ref, findFile(files, ref).text);
    }
    /** As the rest of the kit reads it: two readers of YAML agree on most documents, not on all. */
    override parseDocument(source: InstanceType<typeof Source>) {
      return { source, parsed: roundToDoubles(findFile(files, source.absoluteRef).value) };
    }
  })();
  const rules = Object.fromEntries(applicableRules(contract).map((name) => [name, 'warn' as const]));
  const config = await createConfig({ rules });
  const problems = await lint({ ref: toRef(contract.file), config, externalRefResolver });
  return Map.groupBy(
    problems.flatMap(({ ruleId, message, location: [at] }) => {
      if (at === undefined) return [];
      const place = toPlace(findFile(files, at.source.absoluteRef), at.pointer ?? '');
      return [{ rule: ruleId, message, place }];
    }),
    ({ rule }) => rule,
  );
}

/** OpenAPI 3.1 has no `nullable`, and the rule on it breaks down over `then: false`, which 3.1 has. */
function applicableRules({ openapi }: Contract): readonly RedoclyRule[] {
  return openapi === '3.0' ? redoclyRules : redoclyRules.filter((name) => name !== 'nullable-type-sibling');
}

type SourceFiles = ReadonlyMap<string, SourceFile>;

function parseFiles({ sources }: Contract): SourceFiles {
  return new Map([...sources].map(([name, text]) => [toRef(name), parseSource(toDocumentUrl(name), text)] as const));
}

/** References to what the contract was not read from, such as pictures in descriptions, stay open. */
function findFile(files: SourceFiles, ref: string): SourceFile {
  const file = files.get(ref) ?? files.get(decodeFragment(ref));
  if (file === undefined) throw new Error(`${ref} is no part of the contract`);
  return file;
}

/** As the engine writes it: an absolute path, or an address. */
function toRef(name: string): string {
  const url = toDocumentUrl(name);
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

function toPlace(file: SourceFile, fragment: string): Place {
  const pointer = decodeFragment(fragment.replace(/^#/, '')).replace(/\/$/, '');
  return { file: file.name, pointer, line: findLine(file, pointer) };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
