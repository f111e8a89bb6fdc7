import { Button } from '@mantine/core'
import { dailyRates, type Site } from '@portal/contract/rates/daily-rates.ts'
import { IconPencil } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const SiteZoneDialog = lazily(() => import('./SiteZoneDialog.tsx'), 'SiteZoneDialog')
const SiteRegionDialog = lazily(() => import('./SiteRegionDialog.tsx'), 'SiteRegionDialog')

/** The source of the region: a file does not change one that staff chose. */
function originOf({ tax_region, is_region_set, regions }: Site): string | null {
  if (is_region_set) return 'chosen by staff'
  if (tax_region !== null) return 'from the city'
  return regions.length === 0 ? 'no local tax in this province' : null
}

/** A zone assumed from the province is marked, because the place may be in another one (TXN-21). */
function zoneOriginOf({ time_zone, is_zone_set, is_zone_assumed }: Site): string | null {
  if (is_zone_set) return 'set by staff'
  if (time_zone === null) return 'the provider’s time zone applies'
  return is_zone_assumed ? 'assumed: main time zone of the province' : 'from the city'
}

/** A site's location, and the region of its province for local taxes (RATE-4). */
export function SiteFacts({ site }: { site: Site }) {
  const { t } = useTranslation()
  const can = useCan()
  // Each opening starts with the stored region, not with an earlier choice.
  const { ask, dialog } = useDialog((at: number, frame) => <SiteRegionDialog key={at} site={site} {...frame} />)
  const zone = useDialog((at: number, frame) => <SiteZoneDialog key={at} site={site} {...frame} />)
  const origin = originOf(site)
  const zoneOrigin = zoneOriginOf(site)
  return (
    <div className="site-facts">
      <dl>
        <div>
          <dt>{t('Province')}</dt>
          <dd>{site.province ?? nothing}</dd>
        </div>
        <div>
          <dt>{t('City')}</dt>
          <dd>{site.city ?? nothing}</dd>
        </div>
        <div>
          <dt>{t('Tax region')}</dt>
          <dd>
            {site.tax_region ?? t('None')}
            {origin === null ? null : <span className="site-origin"> ({t(origin)})</span>}
          </dd>
        </div>
        <div>
          <dt>{t('Time zone')}</dt>
          <dd>
            {site.time_zone ?? t('Unknown')}
            {zoneOrigin === null ? null : (
              <span className={site.is_zone_assumed ? 'site-origin site-assumed' : 'site-origin'}>
                {' '}
                ({t(zoneOrigin)})
              </span>
            )}
          </dd>
        </div>
      </dl>
      {can(dailyRates.setRegion) && site.regions.length > 0 ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => ask(Date.now())}
        >
          {t('Change tax region')}
        </Button>
      ) : null}
      {can(dailyRates.setZone) ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => zone.ask(Date.now())}
        >
          {t('Change time zone')}
        </Button>
      ) : null}
      {dialog}
      {zone.dialog}
    </div>
  )
}
