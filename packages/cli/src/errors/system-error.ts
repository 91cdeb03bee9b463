/** The address that a command listens on, and the command line that takes another port. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly command: string;
}

type SystemError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };

/** If Node tried several addresses of a name, the first error is enough. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && typeof (error as SystemError).code === 'string';
}

/**
 * Returns a sentence for an error of the operating system or of a library that gives its errors codes, or undefined
 * for any other error, which is then a defect of this program.
 */
export function describeSystemError(error: unknown, listen?: ListenAddress): string | undefined {
  const first = firstOf(error);
  if (!isSystemError(first)) return undefined;
  if (first.syscall === 'listen' || first.syscall === 'bind') return listenSentence(first, listen);
  if (first.path !== undefined) return fileSentence(first, first.path);
  if (first.code === 'ECONNREFUSED')
    return `nothing answers at ${first.address ?? ''}:${first.port ?? ''}. Start it, or check the address.`;
  if (first.code === 'ENOTFOUND') return 'the host name is unknown. Check the address.';
  return first.message;
}

function listenSentence({ code, message }: SystemError, listen: ListenAddress | undefined): string {
  const { host = 'this machine', port = 0, command = '' } = listen ?? {};
  const other = command === '' ? '' : ` Choose another: ${command} --port 0`;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; another rutbreak may run there.${other}`;
    case 'EACCES':
      return `this user may not listen on port ${port}. Use a port above 1023.${other}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${host}. Use --host 127.0.0.1`;
    default:
      return message;
  }
}

function fileSentence({ code, message }: SystemError, path: string): string {
  switch (code) {
    case 'ENOENT':
      return `there is no file ${path}. Check the path; a relative path starts at the current folder.`;
    case 'EISDIR':
      return `${path} is a folder. Name a file.`;
    case 'ENOTDIR':
      return `a part of the path ${path} is a file, not a folder.`;
    case 'EEXIST':
      return `${path} is a file, and a folder is needed. Choose another path.`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not open ${path}. Check its permissions.`;
    case 'EROFS':
      return `${path} is on a read-only file system.`;
    case 'ENOSPC':
      return `the disk is full: could not write ${path}.`;
    default:
      return message;
  }
}
