import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from '../../cli/support.ts';
import { committedPact, kitFolder } from '../../pact/support.ts';
import { blocksIn } from '../pages.ts';

const notLinked = new Set(['.git', 'report', 'dist', 'spec']);

/**
 * What a reader of the document has before them: the repository, in which what a command writes stays in this folder, on a
 * branch whose origin is as it; the Plant Store as their own `api.yaml` and `openapi.yaml`; and each file that the document
 * shows under its name.
 */
export function checkout(document: string): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'plant-store-')));
  for (const name of readdirSync(kitFolder))
    if (!notLinked.has(name)) symlinkSync(path.join(kitFolder, name), path.join(folder, name));
  cpSync(path.join(kitFolder, 'spec'), path.join(folder, 'spec'), { recursive: true });
  for (const name of ['api.yaml', 'openapi.yaml']) cpSync('spec/plant-store.yaml', path.join(folder, name));
  mkdirSync(path.join(folder, 'pacts'));
  cpSync(committedPact, path.join(folder, 'pacts/shop.json'));
  for (const { name, text } of filesOf(document)) {
    const parent = path.dirname(path.join(folder, name));
    mkdirSync(parent, { recursive: true });
    if (realpathSync(parent) !== parent) throw new Error(`${document}: ${name} would be a file of the kit`);
    writeFileSync(path.join(folder, name), text);
  }
  commit(folder);
  programs(folder);
  return folder;
}

/** Where the programs are that stand before those of the machine. */
export function programsOf(folder: string): string {
  return path.join(folder, '.programs');
}

function filesOf(document: string) {
  return blocksIn(document).flatMap(({ kind, text }) => {
    const name = / (\S+\.\w+)$/.exec(kind)?.[1] ?? /^(?:#|\/\/) ([\w./-]+\.\w+)\b/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
}

function commit(folder: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'spec', 'api.yaml', 'openapi.yaml');
  git('commit', '--quiet', '--message', 'contract');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

/**
 * `plant-store` from this source, also as `npx plant-store`; a store that is not told its port takes the one that stands
 * for 4010. curl writes down the status, and a stream has half a second.
 */
function programs(folder: string): void {
  const kit = `exec '${process.execPath}' '${main}'`;
  const files = {
    'plant-store': `[ "$1" = mock ] || ${kit} "$@"\necho $$ >"$SERVER"\nshift\n${kit} mock --port "$PORT_4010" "$@"`,
    npx: '[ "$1" = plant-store ] || { echo "npx: $1 is not to be fetched here"; exit 1; }\nexec "$@"',
    curl: `case "$*" in *-sN*|*-N\\ *) time=0.5 ;; *) time=20 ;; esac
answer=$(mktemp)
PATH=$OWN_PATH curl -sS --max-time $time -w '%{stderr}%{http_code}' "$@" 2>"$answer"
code=$?
tail -c 3 "$answer" >>"$STATUSES"
head -c -3 "$answer" >&2
[ $time.$code = 0.5.28 ] || exit $code`,
  };
  mkdirSync(programsOf(folder));
  symlinkSync(process.execPath, path.join(programsOf(folder), 'node'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(programsOf(folder), name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}
