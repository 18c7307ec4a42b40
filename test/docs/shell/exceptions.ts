/** Commands that the documents name and test/docs/shell.test.ts does not run, each for a reason. */
export interface Exception {
  /** Of one command, between `&&`, `||` and `;`. */
  readonly command: RegExp;
  readonly why: string;
  /** What runs the same, or holds what the command is about: a file, and of a test its title. */
  readonly heldBy: { readonly file: string; readonly title?: string };
}

const packages = 'fetches packages from a registry';
const peers = `${packages}: what is compared with is not installed with the kit`;
const broker = 'needs a Pact Broker';
const brokerTest = {
  file: 'test/pact/broker/flow.test.ts',
  title: 'each line of the documentation does its work (stand-in for a broker)',
};

export const exceptions: readonly Exception[] = [
  { command: /^npm ci$/, why: packages, heldBy: { file: '.ci/run' } },
  {
    command: /^npm pack$|^npm install --save-dev \.\.\/plant-store\/plant-store-[\d.]+\.tgz$/,
    why: packages,
    heldBy: { file: 'test/package/installed.test.ts', title: 'goes without a word of warning' },
  },
  { command: /^npm test$/, why: 'is what runs this', heldBy: { file: '.ci/run' } },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/diff\/peers$|^npm run diff-peers\b/,
    why: peers,
    heldBy: {
      file: 'test/diff/mutants.test.ts',
      title: 'rests on answers of the peers about these mutants, and no others',
    },
  },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/third-party$|^npm run strangers\b/,
    why: peers,
    heldBy: {
      file: 'test/third-party/strangers.test.ts',
      title: 'the page has a row for each store, and for no other',
    },
  },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/bench\/peers$|^npm run bench\b/,
    why: 'measures for minutes what a busy machine cannot measure',
    heldBy: {
      file: 'test/bench/bench.test.ts',
      title: 'has the figures of results.json, which nobody writes by hand',
    },
  },
  {
    command: /^docker (?:build|run|logs|stop|rm|compose(?! --profile)) /,
    why: 'needs docker; .ci/containers runs it where there is one',
    heldBy: {
      file: 'test/ci/containers.test.ts',
      title: 'has no command that .ci/containers does not run, but for the broker, whose images are not ours',
    },
  },
  {
    command: /^docker compose --profile broker up\b/,
    why: 'needs docker, and images of a public registry',
    heldBy: {
      file: 'test/package/containers.test.ts',
      title: 'has the fake store and the verifier, and a broker with its database only when asked for',
    },
  },
  {
    command: /^npx plant-store pact (?:publish|can-i-deploy|record-deployment) /,
    why: broker,
    heldBy: brokerTest,
  },
  { command: /^npx plant-store pact verify .* --publish$/, why: broker, heldBy: brokerTest },
];

export function exceptionFor(command: string): Exception | undefined {
  return exceptions.find((one) => one.command.test(command));
}
