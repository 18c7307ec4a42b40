/** Commands that the documents name and test/docs/shell.test.ts does not run, each for a reason. */
export interface UntestedCommand {
  /** Of one command, between `&&`, `||` and `;`. */
  readonly command: RegExp;
  readonly reason: string;
  /** What runs the same, or holds what the command is about: a file, and of a test its title. */
  readonly testedBy: { readonly file: string; readonly title?: string };
}

const packages = 'fetches packages from a registry';
const peers = `${packages}: what is compared with is not installed with the kit`;
const broker = 'needs a Pact Broker';
const brokerTest = {
  file: 'test/pact/broker/flow.test.ts',
  title: 'each line of the documentation does its work (stand-in for a broker)',
};

export const untestedCommands: readonly UntestedCommand[] = [
  { command: /^npm ci$/, reason: packages, testedBy: { file: '.ci/run' } },
  {
    command: /^npm pack$|^npm install --save-dev \.\.\/plant-store\/plant-store-[\d.]+\.tgz$/,
    reason: packages,
    testedBy: { file: 'test/package/installed.test.ts', title: 'prints no warning' },
  },
  { command: /^npm test$/, reason: 'is what runs this', testedBy: { file: '.ci/run' } },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/diff\/peers$|^npm run diff-peers\b/,
    reason: peers,
    testedBy: {
      file: 'test/diff/mutants.test.ts',
      title: 'rests on answers of the peers about these mutants, and no others',
    },
  },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/third-party$|^npm run third-party\b/,
    reason: peers,
    testedBy: {
      file: 'test/third-party/third-party.test.ts',
      title: 'the page has a row for each store, and for no other',
    },
  },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/bench\/peers$|^npm run bench\b/,
    reason: 'measures for minutes what a busy machine cannot measure',
    testedBy: {
      file: 'test/bench/bench.test.ts',
      title: 'has the figures of results.json',
    },
  },
  {
    command: /^docker (?:build|run|logs|stop|rm|compose(?! --profile)) /,
    reason: 'needs docker; .ci/containers runs it where there is one',
    testedBy: {
      file: 'test/ci/containers.test.ts',
      title: 'has only commands that .ci/containers runs, except for the broker',
    },
  },
  {
    command: /^docker compose --profile broker up\b/,
    reason: 'needs docker, and images of a public registry',
    testedBy: {
      file: 'test/package/containers.test.ts',
      title: 'has the mock server and the verifier, and a broker with its database only in a profile',
    },
  },
  {
    command: /^npx plant-store pact (?:publish|can-i-deploy|record-deployment) /,
    reason: broker,
    testedBy: brokerTest,
  },
  { command: /^npx plant-store pact verify .* --publish$/, reason: broker, testedBy: brokerTest },
];

export function findUntestedCommand(command: string): UntestedCommand | undefined {
  return untestedCommands.find((one) => one.command.test(command));
}
