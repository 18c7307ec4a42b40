/**
 * The description of a command. main.ts finds it, parses the options and runs its action. Descriptions import almost
 * nothing, so that help and option errors are printed quickly.
 */

import type { ConfigurationFile } from '../contracts/configuration/read-configuration.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** Placeholder of the value in the help, for example `FILE`; for string options. */
  readonly value?: string;
  readonly help: string;
  /** Heading in the help for a group of options. */
  readonly group?: string;
}

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** For example `plant-store verify BASE_URL [options]`. */
  readonly usage: string;
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The option that names the report target: a folder, or FORMAT=FILE. */
  readonly reportOption?: 'out' | 'report';
  /** Which argument is the base URL, for commands that read plant-store.yaml; they have `configurationOptions`. */
  readonly targetArgument?: 0 | 1;
  /** Imports the action, only when it runs. */
  readonly action: () => Promise<CommandAction>;
}

export interface CommandAction {
  /** Resolves to the exit code: 0 conforms, 1 does not conform, 2 inconclusive (usually thrown as a KitError). */
  readonly run: (input: CommandInput) => Promise<number>;
}

/** A name with subcommands, which does not run itself. */
export interface CommandGroup extends Pick<Command, 'name' | 'summary' | 'usage'> {
  readonly subcommands: Readonly<Record<string, Command>>;
}

/** By name, in the order of the help; imported on demand. */
export type Commands = Readonly<Record<string, () => Promise<{ readonly command: Command | CommandGroup }>>>;

/** The options as given; `options/option-values.ts` parses and validates them. */
export interface CommandInput {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Those of the command line alone, where plant-store.yaml added others. */
  readonly given?: CommandInput['options'];
  /** For error messages that suggest an option. */
  readonly command?: Pick<Command, 'name' | 'usage' | 'options' | 'targetArgument'>;
  /** plant-store.yaml, whose settings are already in `options` as far as there is an option. */
  readonly configuration?: ConfigurationFile;
}

export type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;
