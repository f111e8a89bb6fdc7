import type { CallInput, Endpoint } from '@portal/contract/endpoint.ts'
import { locations } from '@portal/contract/lookups/locations.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

type Lookup = Endpoint & { reply: typeof locations.countries.reply }
/** Places hardly ever change, so they are cached for good. */
function useOptions<E extends Lookup>(endpoint: E, input: CallInput<E> | null) {
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input as CallInput<E>, { signal }),
    enabled: input !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { options: data as { key: string; value: string }[] | undefined, isFetching, isError }
}
export type PlaceOptions = ReturnType<typeof useOptions>

export const useStates = (country: string) => useOptions(locations.statesOf, { params: { id: country } })
/** The countries, the states of a country and the cities of a state. */
export function usePlaces(country: string | null, state: string | null) {
  return {
    country: useOptions(locations.countries, {}),
    state: useOptions(locations.statesOf, country ? { params: { id: country } } : null),
    city: useOptions(locations.citiesOf, country && state ? { params: { id: country, stateId: state } } : null),
  }
}
