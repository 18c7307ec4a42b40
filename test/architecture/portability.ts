/** What in the source works on one platform only. */
import type { Source } from './sources.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly problem: string;
  /** What in the file shows that the platforms are told apart. */
  readonly unless?: RegExp;
}

const rules: readonly Rule[] = [
  {
    pattern: /(?:import\.meta\.url|pathToFileURL\([^)]*)\)\.pathname/,
    problem: 'the path of a file URL is encoded, and has a slash before the drive: use fileURLToPath',
  },
  {
    pattern: /\bnew URL\(import\.meta\.url\)\.pathname/,
    problem: 'the path of a file URL is encoded, and has a slash before the drive: use fileURLToPath',
  },
  {
    pattern: /(?:import|require)\((?:path\.(?:join|resolve)\(|\w*[fF]ile(?:Path)?\))/,
    problem: 'an absolute path of Windows is no URL: use pathToFileURL',
  },
  {
    pattern: /(?:startsWith|endsWith)\(`[^`]*\$\{(?:\w*(?:[fF]older|[dD]ir|tree|cwd\(\)))\}\//,
    problem: 'a path is compared with a slash: use path.sep, or path.relative',
  },
  {
    pattern: /(?:[fF]older|[dD]ir|[cC]wd(?:\(\))?) \+ '\//,
    problem: 'a path is joined with a slash: use path.join',
  },
  {
    pattern: /\b(?:cwd\(\)|(?:file|folder|dir)Path|folder|dirname\([^)]*\))\.split\('\/'\)/,
    problem: 'a path is split at slashes: use path.sep',
  },
  {
    pattern: /\bpath\.relative\(/,
    problem: 'a relative path has backslashes on Windows: use displayPath or relativePath',
    unless: /path\.isAbsolute\(|spec\/files\/display-path/,
  },
  {
    pattern: /(?<!\.)\bprocess\.kill\((?!pid, 0\))/,
    problem: 'Windows has no process groups and few signals',
    unless: /process\.platform/,
  },
  {
    pattern: /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'(?:sh|bash|cmd|cp|rm|mv|kill|cat|ls|which)'/,
    problem: 'not every platform has this program',
  },
  { pattern: /(?<!\.)\bexec(?:Sync)?\(['"`]/, problem: 'the shell is another one on each platform' },
  { pattern: /['"`]\/(?:tmp|var|usr|etc|home|bin)\b(?!\/?\$)/, problem: 'not every platform has this folder' },
  { pattern: /env(?:\.|\[')(?:HOME|TMPDIR|USER)\b/, problem: 'use the functions of node:os' },
  {
    pattern: /readFile(?:Sync)?\([^;]*\.split\('\\n'\)/,
    problem: 'the lines of a file may end with CRLF: split at /\\r?\\n/',
  },
  {
    pattern: /\b(?:symlink|chown|lchown)(?:Sync)?\(/,
    problem: 'Windows rejects it for most users',
  },
  {
    pattern: /\bprocess\.(?:getuid|getgid|geteuid)\(/,
    problem: 'Windows has no user ids: call it with ?.',
  },
];

/** As `file:line: problem`. Comments are left out. */
export function findPlatformAssumptions(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ file, text }) => {
    const applied = rules.filter(({ unless }) => unless?.test(text) !== true && !unless?.test(file));
    return text.split('\n').flatMap((line, index) => {
      if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
      return applied
        .filter(({ pattern }) => pattern.test(line))
        .map(({ problem }) => `${file}:${index + 1}: ${problem}`);
    });
  });
}
