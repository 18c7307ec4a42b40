import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaUrl } from '../../contracts/configuration/configuration-schema.ts';
import { CONFIGURATION_NAME } from '../../contracts/configuration/read-configuration.ts';
import { starterFile } from '../../contracts/configuration/starter-file.ts';
import { formatJson } from '../../contracts/render/json-chunks.ts';
import { KitError } from '../../errors.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { relativePath } from '../../spec/files/display-path.ts';
import { loadOverlaidContract } from '../../spec/loading/load-contract.ts';
import { describeReadError } from '../../spec/source/source-file.ts';
import type { CommandInput } from '../command.ts';
import { getFlag, getString, rejectExtraArguments, rejectUrl, requireBaseUrl } from '../options/option-values.ts';

/** `plant-store init`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 1);
  const target = input.positionals[0] === undefined ? undefined : requireBaseUrl(input, 0);
  const spec = getString(input, 'spec') ?? findDocument();
  const isRemote = /^(?:https?:\/\/|file:|git:)/i.test(spec);
  const file = getString(input, 'out') ?? path.join(isRemote ? '.' : path.dirname(spec), CONFIGURATION_NAME);
  rejectUrl(file, '--out', 'a file');
  const contract = await loadOverlaidContract(spec, [], { refRoot: getString(input, 'ref-root') });
  const folder = path.dirname(path.resolve(file));
  const text = starterFile(contract, {
    spec: isRemote ? spec : relativePath(path.resolve(spec), { from: folder }),
    schema: relativePath(fileURLToPath(schemaUrl), { from: folder }),
    target,
  });
  await writeNew(file, text);
  process.stdout.write(getFlag(input, 'json') ? formatJson({ file }) : nextSteps(file));
  return 0;
}

/** Throws `argument-missing`. */
function findDocument(): string {
  const found = ['openapi.yaml', 'openapi.yml', 'openapi.json'].find((name) => existsSync(name));
  if (found !== undefined) return found;
  throw new KitError('argument-missing', 'which document? There is no openapi.yaml or openapi.json here', {
    fix: 'Name it: plant-store init --spec FILE',
  });
}

/** Throws `file-unwritable`, also where there is a file already. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw new KitError('file-unwritable', `${file}: ${describeReadError(error)}`, { cause: error });
    throw new KitError('file-unwritable', `${file} exists already`, {
      fix: 'Edit it, or write another file with --out FILE and use it with --config FILE.',
    });
  }
}

function nextSteps(file: string): string {
  const shown = sanitizeLine(file);
  return `${[
    `wrote ${shown}`,
    'Set its target, and the environment variables that it names; exclude what must not be called. Then:',
    path.basename(file) === CONFIGURATION_NAME ? '  plant-store verify' : `  plant-store verify --config ${shown}`,
  ].join('\n')}\n`;
}
