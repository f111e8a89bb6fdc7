import { lookups, type TypeList } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import { LookupSelect } from '../pickers/LookupSelect.tsx'

/** A choice from one of the service's type lists (CUST-4). */
export function TypeField({ name, label, type }: { name: string; label: string; type: TypeList }) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  const query = { type }
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(lookups.types, { query }),
    queryFn: ({ signal }) => call(lookups.types, { query }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <LookupSelect
      {...input}
      {...lockMark(lock)}
      options={data}
      isFetching={isFetching}
      isError={isError}
      value={value}
      onChange={set}
    />
  )
}
