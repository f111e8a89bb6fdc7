/** Checking and reading issued documents. */
export const verifyMessages = {
  'verify.one-of': 'Send a code or a sha256.',
  'verify.hash': 'A SHA-256 has 64 hexadecimal digits.',
  'document.missing': 'The stored document is missing. Please contact the administrator of the portal.',
  'document.damaged':
    'The stored document has changed since it was issued. Please contact the administrator of the portal.',
} as const
