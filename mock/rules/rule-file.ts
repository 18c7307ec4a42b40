/** Rules from a file. */
import { KitError } from '../../errors.ts';
import { parseSource, readSource, toUrl } from '../../spec/source/source.ts';
import { lineOf, type SourceFile } from '../../spec/source/source-file.ts';
import type { Rule } from '../model/rule.ts';
import { parseRules } from './check-rules.ts';
import type { RuleMount } from './rule-node.ts';

/** YAML or JSON: one rule, a list, or `{ rules: [...] }`. Throws `rule-invalid` with file and line. */
export async function readRules(file: string, mounts: readonly RuleMount[]): Promise<readonly Rule[]> {
  const source = await readFileOf(file);
  const where = (pointer: string) => `${source.name}:${lineOf(source, pointer)}`;
  return parseRules(source.value, { mounts, where });
}

/** The reader speaks of documents, which these are not. */
async function readFileOf(file: string): Promise<SourceFile> {
  try {
    const url = toUrl(file);
    return parseSource(url, await readSource(url));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const { detail, where } = error;
    throw new KitError('rule-invalid', `the file of rules cannot be read: ${detail}`, {
      ...(where === undefined ? {} : { where }),
      cause: error,
    });
  }
}
