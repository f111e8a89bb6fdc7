import { switching } from '@portal/contract/sessions/switching.ts'
import { call } from '../api/call.ts'
import { writeDisplayCookies } from './display-cookies.ts'
import { keepSwitched } from './session-storage.ts'

export async function switchBack(): Promise<void> {
  writeDisplayCookies(await call(switching.back, {}))
  keepSwitched(false)
  location.assign('/')
}
