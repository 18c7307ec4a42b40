/**
 * Runs Redocly's linter for problems that the `Contract` model does not show: those of the document as written. Its
 * rules for examples do not support 64-bit integers and take seconds; most of its rules for operations and security are
 * a matter of taste, or covered by the kit's own rules: a configuration of the user may ask for them. It gets the texts
 * that the contract was read from, and reads no document itself.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '@redocly/openapi-core';
import { KitError } from '../../errors.ts';
import { roundToDoubles } from '../../spec/json/convert-json.ts';
import type { Contract, Place } from '../../spec/model/contract.ts';
import { parseSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../spec/source/source-file.ts';

/** One problem found by Redocly's linter, with the original message. */
export interface RedoclyProblem {
  readonly place: Place;
  readonly message: string;
}

/** By Redocly's rule name. */
export type RedoclyProblems = ReadonlyMap<string, readonly RedoclyProblem[]>;

/** Used instead of a rule name: the linter could not finish. */
export const INCOMPLETE_RULE = 'unfinished';

export const noProblems: RedoclyProblems = new Map();

/** Redocly's rules that are correct, useful and not covered by the kit's own rules. */
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

/** Throws `lint-unfinished` if Redocly's linter fails on the document. */
export async function runRedocly(contract: Contract): Promise<RedoclyProblems> {
  const { createConfig } = await import('@redocly/openapi-core');
  const rules = Object.fromEntries(applicableRules(contract).map((name) => [name, 'warn' as const]));
  try {
    const problems = await lintDocument(contract, await createConfig({ rules }));
    return Map.groupBy(problems, ({ rule }) => rule);
  } catch (error) {
    // It follows references recursively, and large documents can exceed the stack.
    if (error instanceof RangeError) return tooDeepProblem(contract);
    throw unfinishedError(contract, error);
  }
}

/** A Redocly configuration of the user. */
export interface UserLinter {
  readonly file: string;
  /**
   * What its rules report, without what its ignore file lists and without the rules that the kit always checks. Throws
   * `lint-unfinished`.
   */
  lint(contract: Contract): Promise<readonly UserRuleProblem[]>;
}

export interface UserRuleProblem extends RedoclyProblem {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
}

/** Runs the plugins that the file names. Throws `lint-config-invalid`. */
export async function loadUserLinter(file: string): Promise<UserLinter> {
  const { loadConfig, lintConfig } = await import('@redocly/openapi-core');
  const config = await loadConfig({ configPath: path.resolve(file) }).catch((cause: unknown) => {
    throw new KitError('lint-config-invalid', `${file}: ${textOf(cause)}`, { cause });
  });
  const [invalid] = await lintConfig({ config });
  if (invalid !== undefined) throw new KitError('lint-config-invalid', `${file}: ${invalid.message}`);
  return {
    file,
    async lint(contract) {
      const apis = Object.entries(config.resolvedConfig.apis ?? {});
      const alias = apis.find(([, { root }]) => toRef(path.resolve(path.dirname(file), root)) === toRef(contract.file));
      try {
        const problems = await lintDocument(contract, config.forAlias(alias?.[0]));
        return problems.filter(({ rule }) => !ownRules.has(rule));
      } catch (error) {
        throw unfinishedError(contract, error);
      }
    },
  };
}

const ownRules: ReadonlySet<string> = new Set(redoclyRules);

function unfinishedError({ file }: Contract, cause: unknown): KitError {
  return new KitError('lint-unfinished', `${file}: ${textOf(cause)}`, { cause });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tooDeepProblem({ place }: Contract): RedoclyProblems {
  return new Map([[INCOMPLETE_RULE, [{ place, message: 'the chain of references is too long to follow' }]]]);
}

async function lintDocument(contract: Contract, config: Config): Promise<readonly UserRuleProblem[]> {
  const { BaseResolver, lint, Source } = await import('@redocly/openapi-core');
  const files = parseFiles(contract);
  const externalRefResolver = new (class extends BaseResolver {
    override async loadExternalRef(ref: string) {
      return new Source(ref, findFile(files, ref).text);
    }
    /** Uses the kit's YAML parser: two parsers agree on most documents, not on all. */
    override parseDocument(source: InstanceType<typeof Source>) {
      return { source, parsed: roundToDoubles(findFile(files, source.absoluteRef).value) };
    }
  })();
  const problems = await lint({ ref: toRef(contract.file), config, externalRefResolver });
  return problems.flatMap(({ ruleId, severity, message, ignored, location: [at] }) => {
    if (at === undefined || ignored === true) return [];
    const place = toPlace(findFile(files, at.source.absoluteRef), at.pointer ?? '');
    return [{ rule: ruleId, severity: severity === 'error' ? 'error' : 'warning', message, place }];
  });
}

/** OpenAPI 3.1 has no `nullable`, and this rule crashes on `then: false`, which 3.1 allows. */
function applicableRules({ openapi }: Contract): readonly RedoclyRule[] {
  return openapi === '3.0' ? redoclyRules : redoclyRules.filter((name) => name !== 'nullable-type-sibling');
}

type SourceFiles = ReadonlyMap<string, SourceFile>;

function parseFiles({ sources, rewritten }: Contract): SourceFiles {
  return new Map(
    [...sources].map(
      ([name, text]) => [toRef(name), rewritten?.get(name) ?? parseSource(toDocumentUrl(name), text)] as const,
    ),
  );
}

/** References to files that are not part of the contract, such as images in descriptions, stay unresolved. */
function findFile(files: SourceFiles, ref: string): SourceFile {
  const file = files.get(ref) ?? files.get(decodeFragment(ref));
  if (file === undefined) throw new Error(`${ref} is not part of the contract`);
  return file;
}

/** A file name in Redocly's notation: an absolute path or a URL. */
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
