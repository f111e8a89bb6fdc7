import { passkeyName } from '@portal/contract/sessions/second-factor.ts'
import { z } from 'zod'
import { fieldsOf } from '../form/fields.ts'

/** The one field of a passkey's dialogs. */
export const namedPasskey = z.object({ name: passkeyName() })
export const { TextField: PasskeyNameField } = fieldsOf(namedPasskey)
