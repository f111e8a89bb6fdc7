import {
  type ProviderStatement,
  providerStatements,
  type StatementChange,
  type StatementInput,
} from '@portal/contract/booking/provider-statements.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../api/use-action.ts'

/** Saves a statement, and refreshes the imports that it is shown on. */
export function useSaveStatement() {
  const queries = useQueryClient()
  const create = useAction(providerStatements.create, { keepPlace: true })
  const update = useAction(providerStatements.update, { keepPlace: true })
  const shown = () => queries.invalidateQueries({ queryKey: ['imports'] })
  return {
    isPending: create.isPending || update.isPending,
    add: async (body: StatementInput): Promise<void> => {
      await create.mutateAsync({ body })
      await shown()
    },
    change: async (
      { id, version }: Pick<ProviderStatement, 'id' | 'version'>,
      body: StatementChange,
    ): Promise<void> => {
      await update.mutateAsync({ params: { id }, body: { ...body, version } })
      await shown()
    },
  }
}
