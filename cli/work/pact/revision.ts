/** The version and branch that a publication is for where nobody names them: those of the work tree. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { KitError } from '../../../errors.ts';

export interface Revision {
  readonly version: string;
  readonly branch: string | undefined;
  /** Where they are from, for a person to see. */
  readonly notes: readonly string[];
}

/** Throws `argument-missing` where no version is given and there is no commit to take it from. */
export async function revision(given: {
  readonly version: string | undefined;
  readonly branch: string | undefined;
}): Promise<Revision> {
  const version = given.version ?? (await git('rev-parse', 'HEAD'));
  if (version === undefined)
    throw new KitError(
      'argument-missing',
      '--version is missing, and there is no git commit to take it from',
    );
  const branch = given.branch ?? ciBranch(process.env) ?? (await git('branch', '--show-current'));
  const isDirty =
    given.version === undefined && (await git('status', '--porcelain', '--untracked-files=no')) !== undefined;
  return {
    version,
    branch,
    notes: [
      ...(given.version === undefined ? [`version ${version}: the commit that is checked out`] : []),
      ...(isDirty ? ['the work tree has changes that are not in this commit'] : []),
      ...(given.branch === undefined ? [branchNote(branch)] : []),
    ],
  };
}

function branchNote(branch: string | undefined): string {
  return branch === undefined
    ? 'no branch: no commit of a branch is checked out; name it with --branch, selectors go by it'
    : `branch ${branch}: from the environment or from git`;
}

/** A CI system checks out a commit, not a branch. Of a pull request the branch that it comes from is meant. */
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

function ciBranch(env: NodeJS.ProcessEnv): string | undefined {
  // Of a build of a tag the one variable of GitHub that may name a branch names the tag.
  const isTag = env['GITHUB_REF_TYPE'] === 'tag';
  const variables = BRANCH_VARIABLES.filter((name) => !(isTag && name === 'GITHUB_REF_NAME'));
  return variables.map((name) => env[name]).find((value) => value !== undefined && value !== '');
}

/** Undefined when git says nothing, or is not there. */
async function git(...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args]);
    const said = stdout.trim();
    return said === '' ? undefined : said;
  } catch {
    return undefined;
  }
}
