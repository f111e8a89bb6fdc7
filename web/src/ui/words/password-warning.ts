import { type MessageParts, messageOf } from '@portal/contract/message.ts'
import type { Second } from '../notify.ts'
import { sentence } from './sentence.ts'
import type { TFunction } from './translation.ts'

type Warned = { password_warning_message?: MessageParts | undefined }
/** The second line of a toast about a password that an Admin set: it was accepted, but is easy to guess (SEC-6). */
export const warningIn =
  (t: TFunction) =>
  ({ password_warning_message: warning }: Warned): Second =>
    warning ? { detail: sentence(t, messageOf(warning)) } : {}
