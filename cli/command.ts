/**
 * What a command is: the door of one part of the kit. main.ts finds it, parses the options and runs its work. A description
 * imports next to nothing, so that help and what is wrong with the options are told at once.
 */

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
  /** The option that names what it reports to: a folder, or FORMAT=FILE. */
  readonly reportOption?: 'out' | 'report';
  /** Imported when it is to run. */
  readonly action: () => Promise<CommandAction>;
}

/** The module that does it. */
export interface CommandAction {
  /** Resolves to the exit code: 0 conforms, 1 contract broken, 2 could not judge (usually thrown as a KitError). */
  readonly run: (input: CommandInput) => Promise<number>;
}

/** Commands of their own under one name, which is never run itself. */
export interface CommandGroup extends Pick<Command, 'name' | 'summary' | 'usage'> {
  readonly subcommands: Readonly<Record<string, Command>>;
}

/** By name, in the order of the help; imported when asked for. */
export type Commands = Readonly<Record<string, () => Promise<{ readonly command: Command | CommandGroup }>>>;

/** The options as given: text() and the rest below turn them into values and refuse what is not allowed. */
export interface CommandInput {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
}

export type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;
