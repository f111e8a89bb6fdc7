const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EEXIST: 'it exists already',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder',
  ENAMETOOLONG: 'the name is too long',
}

/** Why a file cannot be used, in words; null if the error is not about a file. */
export const fileReason = ({ code = '', syscall, path }: NodeJS.ErrnoException): string | null =>
  syscall !== undefined && (path !== undefined || code in reasons) ? (reasons[code] ?? code) : null
