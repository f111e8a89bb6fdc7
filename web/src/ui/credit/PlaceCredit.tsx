import './place-credit.css'
import { useTranslation } from '../words/translation.ts'
import { placeCredit, placeCreditAddress } from './place-credit.ts'

/** Beside whatever chooses a town. */
export function PlaceCredit() {
  const { t } = useTranslation()
  return (
    <a className="place-credit" href={placeCreditAddress} target="_blank" rel="noreferrer">
      {t(placeCredit)}
    </a>
  )
}
