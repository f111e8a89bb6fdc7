import { AppError } from '@portal/contract/errors.ts'
import { type IftaOutcome, ifta, maxIftaFileBytes } from '@portal/contract/ifta/ifta.ts'
import type { IftaKind } from '@portal/contract/ifta/ifta-words.data.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'

/** They differ in their address; the rates alone have no company. */
const endpoints = {
  distances: ifta.uploadDistances,
  fuel: ifta.uploadFuel,
  rates: ifta.uploadRates as unknown as typeof ifta.uploadDistances,
}
function faultOf(error: Error): string {
  const fields = error instanceof AppError ? error.fields : undefined
  return fields?.file ?? fields?.quarter ?? error.message
}
const faultBefore = (file: File | null): string | undefined => {
  if (!file) return 'field.file-required'
  return file.size > maxIftaFileBytes ? 'file.too-large' : undefined
}

/** A file from the chooser to its preview, and to the store if the person agrees. */
export function useIftaUpload(kind: IftaKind, quarter: string, company: number | undefined) {
  const endpoint = endpoints[kind] as typeof ifta.uploadDistances
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [seen, setSeen] = useState<IftaOutcome | null>(null)
  const query = { quarter, ...(kind === 'rates' || company === undefined ? {} : { company_id: company }) }
  const previewing = useMutation({
    mutationFn: (chosen: File) =>
      call(endpoint, { file: chosen, query: { ...query, preview: 'true' } }, { keepPlace: true }),
    onSuccess: setSeen,
    onError: (error) => setFault(faultOf(error)),
  })
  const storing = useAction(endpoint, { keepPlace: true })
  return {
    file,
    fault,
    seen,
    isBusy: previewing.isPending || storing.isPending,
    choose: (chosen: File) => {
      setFault(faultBefore(chosen))
      setFile(chosen)
    },
    preview: () => {
      const before = faultBefore(file)
      setFault(before)
      if (!before && file) previewing.mutate(file)
    },
    store: (onDone: () => void) => {
      if (!file) return
      const replaces = seen?.replaces ? { replaces: seen.replaces.id } : {}
      // What was uploaded in the meantime is shown by a new preview.
      storing.mutate(
        { file, query: { ...query, ...replaces } },
        { onSuccess: onDone, onError: () => previewing.mutate(file) },
      )
    },
    startOver: () => {
      setFile(null)
      setFault(undefined)
      setSeen(null)
    },
  }
}
