/** What no contract has: all of the control API and the console is below it. */
export const CONTROL_PATH = '/__store';
