import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type PublishResult, publishPacts } from '../../../contracts/pact/broker/publish-pacts.ts';
import { pluralize } from '../../../contracts/report/text-format.ts';
import { KitError } from '../../../errors.ts';
import { formatJson, sanitizeLine } from '../../../sanitize.ts';
import type { CommandInput } from '../../command.ts';
import { getFlag, getString, getStrings, rejectExtraArguments } from '../../options/option-values.ts';
import { readBrokerAccess } from './broker-options.ts';

/** `plant-store pact publish`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const access = readBrokerAccess(input);
  const pacts = getStrings(input, 'pact');
  if (pacts.length === 0) throw new KitError('argument-missing', '--pact is missing');
  const { version, branch, notes } = await readRevision({
    version: getString(input, 'version'),
    branch: getString(input, 'branch'),
  });
  for (const note of notes) process.stderr.write(`${sanitizeLine(note)}\n`);
  const result = await publishPacts({
    ...{ access, pacts, version, branch },
    tags: getStrings(input, 'tag'),
    buildUrl: getString(input, 'build-url'),
  });
  const data = { version, branch: branch ?? null, published: result.published.map((one) => ({ ...one })) };
  process.stdout.write(
    getFlag(input, 'json') ? formatJson({ ...data, notices: result.notices }) : publishText(result, version),
  );
  return 0;
}

function publishText({ published, notices }: PublishResult, version: string): string {
  return [
    ...published.map(
      ({ consumer, provider, interactions, file }) =>
        `published  ${consumer} ${version} and ${provider}: ${pluralize(interactions, 'interaction')}  ${file}`,
    ),
    ...notices.map((notice) => `  broker   ${notice}`),
  ]
    .map((line) => `${sanitizeLine(line)}\n`)
    .join('');
}

/** The version and branch of a publication; by default those of the work tree. */
interface Revision {
  readonly version: string;
  readonly branch: string | undefined;
  /** Where the defaults come from, for users. */
  readonly notes: readonly string[];
}

/** Throws `argument-missing` when no version is given and there is no commit. */
async function readRevision(given: {
  readonly version: string | undefined;
  readonly branch: string | undefined;
}): Promise<Revision> {
  const version = given.version ?? (await runGit('rev-parse', 'HEAD'));
  if (version === undefined) throw new KitError('argument-missing', '--version is missing, and there is no git commit');
  const branch = given.branch ?? findCiBranch(process.env) ?? (await runGit('branch', '--show-current'));
  const isDirty =
    given.version === undefined && (await runGit('status', '--porcelain', '--untracked-files=no')) !== undefined;
  return {
    version,
    branch,
    notes: [
      ...(given.version === undefined ? [`version ${version}: the current commit`] : []),
      ...(isDirty ? ['the work tree has uncommitted changes'] : []),
      ...(given.branch === undefined ? [branchNote(branch)] : []),
    ],
  };
}

function branchNote(branch: string | undefined): string {
  return branch === undefined
    ? 'no branch: no branch is checked out; give --branch, so that selectors find the version'
    : `branch ${branch}: from the environment or from git`;
}

/** CI systems check out a commit, not a branch. For a pull request, the branch is its source branch. */
const BRANCH_VARIABLES = [
  'GITHUB_HEAD_REF',
  'GITHUB_REF_NAME',
  'CI_MERGE_REQUEST_SOURCE_BRANCH_NAME',
  'CI_COMMIT_BRANCH',
  'BUILDKITE_BRANCH',
  'CIRCLE_BRANCH',
  'BITBUCKET_BRANCH',
  'BRANCH_NAME',
];

function findCiBranch(env: NodeJS.ProcessEnv): string | undefined {
  // In builds of a tag, GITHUB_REF_NAME is the name of the tag.
  const isTag = env['GITHUB_REF_TYPE'] === 'tag';
  const variables = BRANCH_VARIABLES.filter((name) => !(isTag && name === 'GITHUB_REF_NAME'));
  return variables.map((name) => env[name]).find((value) => value !== undefined && value !== '');
}

/** Undefined when git fails, prints nothing or is not installed. */
async function runGit(...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args]);
    const output = stdout.trim();
    return output === '' ? undefined : output;
  } catch {
    return undefined;
  }
}
