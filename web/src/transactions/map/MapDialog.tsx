import { Button } from '@mantine/core'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { places } from '@portal/contract/lookups/locations.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { placeCredit } from '../../ui/credit/place-credit.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Fact } from '../../ui/record/Fact.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { openStreetMapLink } from './map-link.ts'

const SiteMap = lazily(() => import('./SiteMap.tsx'), 'SiteMap')

type Props = { opened: boolean; transaction: Transaction; onClose: () => void }
/** Where the site is (TXN-12), also as text beside the map. Makes no requests to other hosts. */
export function MapDialog({ opened, transaction, onClose }: Props) {
  const { t } = useTranslation()
  const { site, location, dtl_stn_prv, dtl_stn_no } = transaction
  const [isWide, setWide] = useState(false)
  const state = dtl_stn_prv ? jurisdictionOf(dtl_stn_prv) : null
  const { data: around = [] } = useQuery({
    queryKey: queryKeyOf(places.positions, { state }),
    queryFn: ({ signal }) => call(places.positions, { query: { state: state ?? '' } }, { signal }),
    enabled: opened && state !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const latitude = site?.latitude ?? null
  const longitude = site?.longitude ?? null
  const isKnown = latitude !== null && longitude !== null
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Site')} size={960}>
      <div className="map-dialog">
        <div className="map-frame">
          {isKnown ? (
            <Suspense fallback={null}>
              <SiteMap
                label={t('Map around {place}', { place: location ?? '' })}
                credit={t(placeCredit)}
                site={{ latitude, longitude }}
                region={state}
                around={around}
                isWide={isWide}
              />
            </Suspense>
          ) : (
            <p className="no-lines">{t('Location unknown.')}</p>
          )}
        </div>
        <dl className="map-facts">
          <Fact name={t('Site')}>{site?.name ?? location}</Fact>
          <Fact name={t('Site number')}>{dtl_stn_no}</Fact>
          <Fact name={t('City')}>{site?.city}</Fact>
          <Fact name={t('Province/State')}>{dtl_stn_prv}</Fact>
          <Fact name={t('Coordinates')}>{isKnown ? `${latitude.toFixed(4)}, ${longitude.toFixed(4)}` : null}</Fact>
        </dl>
        {isKnown ? (
          <div className="map-tools">
            <Button
              component="a"
              size="xs"
              variant="default"
              href={openStreetMapLink({ latitude, longitude })}
              target="_blank"
              rel="noreferrer"
              rightSection={<IconExternalLink size={14} aria-hidden />}
            >
              {t('Open in maps')}
            </Button>
            <Button size="xs" variant="default" disabled={state === null} onClick={() => setWide(!isWide)}>
              {t(isWide ? 'Zoom to site' : 'Zoom to province')}
            </Button>
            {site?.is_approximate ? <p>{t('The position shown is the city’s.')}</p> : null}
            <p>{t('Dots are towns. Larger towns are named.')}</p>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
