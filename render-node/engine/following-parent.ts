import { engineConfig } from './config.ts';

/**
 * Asks for the parent once more after the death signal is set: one that was killed in the few milliseconds before would
 * never send it, and an endless ffmpeg would stay. The command stands in positional parameters: the shell reads none of it.
 */
const onlyWithParent = '[ "$PPID" -eq "$0" ] || exit 137; exec "$@"';

/** A command that ends with this process, kill -9 included, where `setpriv` can see to it; else the command as it is. */
export const followingParent = (command: readonly string[]): readonly string[] => {
  const { setprivPath } = engineConfig();
  return setprivPath === null
    ? command
    : [setprivPath, '--pdeathsig', 'KILL', '--', '/bin/sh', '-c', onlyWithParent, String(process.pid), ...command];
};
