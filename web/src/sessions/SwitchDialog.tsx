import { Loader } from '@mantine/core'
import { switching } from '@portal/contract/sessions/switching.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { writeDisplayCookies } from './display-cookies.ts'
import { keepSwitched } from './session-storage.ts'

const choice = z.object({ company: z.string().min(1) })
const { SelectField } = fieldsOf(choice)

/** Acts for another company. The page reloads as that company sees it (SWITCH-3, SWITCH-4). */
export function SwitchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const form = useRecordForm(choice, { company: null })
  const accounts = useQuery({
    queryKey: queryKeyOf(switching.manage),
    queryFn: () => call(switching.manage, {}),
    enabled: opened,
  })
  const change = useMutation({
    mutationFn: (id: string) => call(switching.to, { params: { id } }),
    onSuccess: (displayed) => {
      writeDisplayCookies(displayed)
      keepSwitched(true)
      location.assign('/')
    },
  })
  return (
    <FormDialog
      opened={opened}
      title="Switch Profile"
      form={form}
      submit="Switch"
      isBusy={change.isPending || change.isSuccess}
      error={(change.error ?? accounts.error)?.message}
      onSubmit={({ company }) => change.mutate(String(company))}
      onClose={onClose}
    >
      {accounts.isPending ? (
        <Loader size={20} />
      ) : (
        <SelectField
          name="company"
          label="Company Name"
          searchable
          options={(accounts.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </FormDialog>
  )
}
