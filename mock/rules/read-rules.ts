/** Reads rules from a file. */
import { KitError } from '../../errors.ts';
import { parseSource, readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../spec/source/source-file.ts';
import type { Rule } from '../model/rule.ts';
import { parseRules } from './check-rules.ts';
import type { RuleMount } from './rule-node.ts';

/** Reads YAML or JSON: one rule, a list, or `{ rules: [...] }`. Throws `rule-invalid` with file and line. */
export async function readRules(file: string, mounts: readonly RuleMount[]): Promise<readonly Rule[]> {
  const source = await readRuleFile(file);
  const where = (pointer: string) => `${source.name}:${findLine(source, pointer)}`;
  return parseRules(source.value, { mounts, where });
}

/** The reader's errors are about OpenAPI documents, so they are converted. */
async function readRuleFile(file: string): Promise<SourceFile> {
  try {
    const url = toDocumentUrl(file);
    return parseSource(url, await readSource(url));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const { detail, where, fix } = error;
    throw new KitError('rule-invalid', `cannot read the rules file: ${detail}`, {
      ...(where === undefined
        ? { fix: 'Check the path of --scenario, and that the file is readable.' }
        : { where, fix }),
      cause: error,
    });
  }
}
