import { hash, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

const howMany = 10
/** Eighty bits: sixteen letters and digits, in groups of four. */
const bytes = 10

export type RecoveryCodes = { shown: string[]; hashes: Buffer[] }
/** Ten codes for the user, and the hashes that are stored of them (SEC-1). */
export function newRecoveryCodes(): RecoveryCodes {
  const shown = Array.from({ length: howMany }, () => (base32(randomBytes(bytes)).match(/.{4}/g) ?? []).join('-'))
  return { shown, hashes: shown.map(hashOfRecoveryCode) }
}

/** As typed: in any case, with or without dashes. The digits that base32 lacks stand for the letters they look like. */
export const hashOfRecoveryCode = (typed: string): Buffer => {
  const plain = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  return hash('sha256', `recovery code ${plain}`, 'buffer')
}
