import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cliMain } from '../../cli/support.ts';
import { committedPact, kitFolder } from '../../pact/support.ts';
import { blocksOf } from '../parse-page.ts';
import { streamCurl } from './stream-curl.ts';

const absent = new Set(['.git', 'report', 'dist']);
/** Large, and no command of a document writes there. */
const linked = new Set(['node_modules', 'test', 'cli', 'mock', 'docs', '.ci', '.github']);

/** Commands write into these, but not into their folders, which have hundreds of files; pacts are written. */
const withLinkedFolders = new Set(['contracts', 'spec']);

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    await (entry.isDirectory() && entry.name !== 'pacts'
      ? symlink(source, copy)
      : cp(source, copy, { recursive: true }));
  }
}

/**
 * What a reader of the document has before them: the repository, in which what a command writes stays in this folder, on a
 * branch whose origin is as it; the Plant Store as their own `api.yaml` and `openapi.yaml`; and each file that the document
 * shows under its name. Nothing waits for the file system: stores of other documents answer meanwhile.
 */
export async function checkout(document: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'plant-store-')));
  for (const name of (await readdir(kitFolder)).filter((one) => !absent.has(one))) {
    const [from, to] = [path.join(kitFolder, name), path.join(folder, name)];
    if (linked.has(name)) await symlink(from, to);
    else if (withLinkedFolders.has(name)) await copyFiles(from, to);
    else await cp(from, to, { recursive: true });
  }
  for (const name of ['api.yaml', 'openapi.yaml']) await cp('spec/plant-store.yaml', path.join(folder, name));
  await mkdir(path.join(folder, 'pacts'));
  await cp(committedPact, path.join(folder, 'pacts/shop.json'));
  await writeShown(document, folder);
  await commit(folder);
  await writePrograms(folder);
  return folder;
}

/** Where the programs are that stand before those of the machine. */
export function programsOf(folder: string): string {
  return path.join(folder, '.programs');
}

async function writeShown(document: string, folder: string): Promise<void> {
  for (const { name, text } of filesOf(document)) {
    const parent = path.dirname(path.join(folder, name));
    await mkdir(parent, { recursive: true });
    if ((await realpath(parent)) !== parent)
      throw new Error(`${document}: ${name} would be written into the repository`);
    await writeFile(path.join(folder, name), text);
  }
}

function filesOf(document: string) {
  return blocksOf(document).flatMap(({ kind, text }) => {
    const name = / (\S+\.\w+)$/.exec(kind)?.[1] ?? /^(?:#|\/\/) ([\w./-]+\.\w+)\b/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
}

async function commit(folder: string): Promise<void> {
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: folder,
    });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', 'spec', 'api.yaml', 'openapi.yaml');
  await git('commit', '--quiet', '--message', 'contract');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

/**
 * `plant-store` from this source, also as `npx plant-store`; a store that is not told its port takes the one that stands
 * for 4010. CASES is the number of cases of runs whose command has none. curl writes down the status, and leaves a stream when it has that.
 */
async function writePrograms(folder: string): Promise<void> {
  const kit = `exec '${process.execPath}' '${cliMain}'`;
  const files = {
    'plant-store': `case "$CASES $* " in
'' | ' '*) ;;
*' pact '* | *' --budget '* | *' --cases '* | *' --only '* | *' --profile '* | *' --help '*) ;;
*' verify http'* | *' gate '*) set -- "$@" --budget "$CASES" ;;
esac
[ "$1" = mock ] || ${kit} "$@"
echo $$ >"$SERVER"
case " $* " in *" --port"*) ;; *) set -- "$@" --port "$PORT_4010" ;; esac
${kit} "$@"`,
    npx: '[ "$1" = plant-store ] || { echo "npx: $1 must not be downloaded here"; exit 1; }\nexec "$@"',
    curl: `PATH=$OWN_PATH
case "$*" in *-sN*|*-N\\ *) ${streamCurl('curl')}; printf %s "$status" >>"$STATUSES"; exit ;; esac
answer=$(mktemp)
curl -sS --max-time 60 -w '%{stderr}%{http_code}' "$@" 2>"$answer"
code=$?
tail -c 3 "$answer" >>"$STATUSES"
head -c -3 "$answer" >&2
exit $code`,
  };
  await mkdir(programsOf(folder));
  await symlink(process.execPath, path.join(programsOf(folder), 'node'));
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(programsOf(folder), name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}
