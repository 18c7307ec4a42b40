/**
 * Redocly's linter, for what it sees and the contract does not hold: the document as it is written. Its rules for
 * examples know no 64-bit integers and take seconds; most of those for operations and security are taste or ours.
 * It is given the texts that the contract was read from and reads no file, no address and no configuration of its own.
 */
import { fileURLToPath } from 'node:url';
import { KitError } from '../../errors.ts';
import { withDoubles } from '../../spec/json/copies.ts';
import type { Contract, Place } from '../../spec/model/contract.ts';
import { parseSource, toUrl } from '../../spec/source/source.ts';
import { lineOf, type SourceFile } from '../../spec/source/source-file.ts';

/** One problem of the engine, in its own words. */
export interface EngineProblem {
  readonly place: Place;
  readonly message: string;
}

/** By the name of the engine's rule. */
export type EngineProblems = ReadonlyMap<string, readonly EngineProblem[]>;

/** In place of a rule: why the engine gave up. */
export const UNFINISHED = 'unfinished';

export const nothingAsked: EngineProblems = new Map();

/** Those of its rules that are true and useful, and that ours do not tell. */
const engineRules = [
  'no-identical-paths',
  'no-ambiguous-paths',
  'path-not-include-query',
  'operation-parameters-unique',
  'no-undefined-server-variable',
  'no-required-schema-properties-undefined',
  'nullable-type-sibling',
  'security-scopes-defined',
] as const;

export type EngineRule = (typeof engineRules)[number];

/** Throws `lint-unfinished` where the engine breaks down over the document. */
export async function runEngine(contract: Contract): Promise<EngineProblems> {
  try {
    return await ask(contract);
  } catch (cause) {
    // It follows references one in another, and large documents lead on deeper than the stack.
    if (cause instanceof RangeError) return tooDeep(contract);
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new KitError('lint-unfinished', `${contract.file}: ${words}`, { cause });
  }
}

function tooDeep({ place }: Contract): EngineProblems {
  return new Map([[UNFINISHED, [{ place, message: 'references lead on too deep to be followed' }]]]);
}

async function ask(contract: Contract): Promise<EngineProblems> {
  const { BaseResolver, createConfig, lint, Source } = await import('@redocly/openapi-core');
  const files = filesOf(contract);
  const externalRefResolver = new (class extends BaseResolver {
    override async loadExternalRef(ref: string) {
      return new Source(ref, fileAt(files, ref).text);
    }
    /** As the rest of the kit reads it: two readers of YAML agree on most documents, not on all. */
    override parseDocument(source: InstanceType<typeof Source>) {
      return { source, parsed: withDoubles(fileAt(files, source.absoluteRef).value) };
    }
  })();
  const rules = Object.fromEntries(rulesFor(contract).map((name) => [name, 'warn' as const]));
  const config = await createConfig({ rules });
  const found = await lint({ ref: refOf(contract.file), config, externalRefResolver });
  return Map.groupBy(
    found.flatMap(({ ruleId, message, location: [at] }) => {
      if (at === undefined) return [];
      const place = placeIn(fileAt(files, at.source.absoluteRef), at.pointer ?? '');
      return [{ rule: ruleId, message, place }];
    }),
    ({ rule }) => rule,
  );
}

/** OpenAPI 3.1 has no `nullable`, and the rule on it breaks down over `then: false`, which 3.1 has. */
function rulesFor({ openapi }: Contract): readonly EngineRule[] {
  return openapi === '3.0' ? engineRules : engineRules.filter((name) => name !== 'nullable-type-sibling');
}

type Files = ReadonlyMap<string, SourceFile>;

function filesOf({ sources }: Contract): Files {
  return new Map([...sources].map(([name, text]) => [refOf(name), parseSource(toUrl(name), text)] as const));
}

/** References to what the contract was not read from, such as pictures in descriptions, stay open. */
function fileAt(files: Files, ref: string): SourceFile {
  const file = files.get(ref) ?? files.get(decodeFragment(ref));
  if (file === undefined) throw new Error(`${ref} is no part of the contract`);
  return file;
}

/** As the engine writes it: an absolute path, or an address. */
function refOf(name: string): string {
  const url = toUrl(name);
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

function placeIn(file: SourceFile, fragment: string): Place {
  const pointer = decodeFragment(fragment.replace(/^#/, '')).replace(/\/$/, '');
  return { file: file.name, pointer, line: lineOf(file, pointer) };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
