import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { makePasskey } from './passkey.ts'

/** Makes a passkey in the browser and adds it. Resolves to recovery codes if it is the first factor. */
export function useAddPasskey() {
  const add = useAction(secondFactor.addPasskey, { isShownInPlace: true })
  return {
    isPending: add.isPending,
    addPasskey: async (name: string): Promise<string[] | null> => {
      const { challenge, options } = await call(secondFactor.passkeyOptions, {})
      const passkey = await makePasskey(options)
      const { recovery_codes } = await add.mutateAsync({ body: { challenge, name, passkey } })
      return recovery_codes
    },
  }
}
