import {
  type BankFile,
  type BankFileColumns,
  bankFiles,
  maxBankFileBytes,
} from '@portal/contract/bank-files/bank-files.ts'
import { type Bank, type BankInput, banks as bankContract } from '@portal/contract/bank-files/banks.ts'
import { AppError } from '@portal/contract/errors.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'

type Step = { name: 'file' } | { name: 'mapping'; seen: BankFileColumns } | { name: 'result'; result: BankFile }

const faultOf = (error: Error): string => (error instanceof AppError ? error.fields?.file : undefined) ?? error.message
const faultBefore = (file: File | null): string | null => {
  if (!file) return 'field.file-required'
  return file.size > maxBankFileBytes ? 'file.too-large' : null
}

/** The banks and the chosen one: the first, until another is chosen. Undefined is a new bank. */
function useBankChoice() {
  const { data } = useQuery({
    queryKey: queryKeyOf(bankContract.list),
    queryFn: ({ signal }) => call(bankContract.list, {}, { signal }),
  })
  const banks = data?.banks ?? []
  const [chosen, chooseBank] = useState<string>()
  const bank = chosen === undefined ? banks[0] : banks.find(({ id }) => String(id) === chosen)
  return { banks, bank, chooseBank }
}

/** The steps of a bank's file from the chooser to its result. */
export function useBankUpload() {
  const queries = useQueryClient()
  const { banks, bank, chooseBank } = useBankChoice()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [step, setStep] = useState<Step>({ name: 'file' })
  const uploading = useAction(bankFiles.upload, { keepPlace: true, isShownInPlace: true })
  const columns = useMutation({
    mutationFn: (chosen: File) => call(bankFiles.columns, { file: chosen }, { keepPlace: true }),
    onSuccess: (seen) => setStep({ name: 'mapping', seen }),
    onError: (error) => setFault(faultOf(error)),
  })
  const create = useAction(bankContract.create, { keepPlace: true, isShownInPlace: true })
  const update = useAction(bankContract.update, { keepPlace: true, isShownInPlace: true })
  const withFile = (work: (chosen: File) => void) => {
    const before = faultBefore(file)
    setFault(before ?? undefined)
    if (!before && file) work(file)
  }
  const send = ({ id }: Pick<Bank, 'id'>) =>
    withFile((chosen) =>
      uploading.mutate(
        { file: chosen, form: { bank_id: String(id) } },
        {
          onSuccess: (result) => {
            setStep({ name: 'result', result })
            void queries.invalidateQueries({ queryKey: ['bankLines'] })
          },
          onError: (error) => {
            setStep({ name: 'file' })
            setFault(faultOf(error))
          },
        },
      ),
    )
  return {
    banks,
    bank,
    file,
    fault,
    step,
    isBusy: uploading.isPending || columns.isPending || create.isPending || update.isPending,
    chooseBank,
    chooseFile: (chosen: File) => {
      setFault(faultBefore(chosen) ?? undefined)
      setFile(chosen)
    },
    readColumns: () => withFile((chosen) => columns.mutate(chosen)),
    send,
    /** Saves the bank with its columns, then uploads the file. Rejects with what is wrong. */
    save: async (input: BankInput) => {
      const saved = bank
        ? await update.mutateAsync({ params: { id: bank.id }, body: { ...input, version: bank.version } })
        : await create.mutateAsync({ body: input })
      chooseBank(String(saved.id))
      send(saved)
    },
    back: () => setStep({ name: 'file' }),
    startOver: () => {
      setFile(null)
      setFault(undefined)
      setStep({ name: 'file' })
    },
  }
}
export type BankUpload = ReturnType<typeof useBankUpload>
