/** What a command is: the door of one part of the kit. main.ts finds it, parses the options and runs it. */

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** Shown in the help, such as `FILE`; for options that take a value. */
  readonly value?: string;
  readonly help: string;
  /** A heading in the help, over those that stand together. */
  readonly group?: string;
}

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Such as `plant-store verify BASE_URL [options]`. */
  readonly usage: string;
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Commands of their own under this one's name; then it is never run itself. */
  readonly subcommands?: Readonly<Record<string, CommandLoader>>;
  /** Resolves to the exit code: 0 conforms, 1 contract broken, 2 could not judge (usually thrown as a KitError). */
  run(input: CommandInput): Promise<number>;
}

/** Imported when asked for: Prism alone costs a second. */
export type CommandLoader = () => Promise<{ readonly command: Command }>;

/** The options as given: text() and the rest below turn them into values and refuse what is not allowed. */
export interface CommandInput {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
}

export type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;
