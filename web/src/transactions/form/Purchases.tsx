import { Button } from '@mantine/core'
import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import { orderForView, type ViewGroup } from '@portal/contract/transactions/lines.rules.ts'
import type { Transaction, TransactionLine } from '@portal/contract/transactions/transactions.ts'
import { IconMathFunction } from '@tabler/icons-react'
import { Fact } from '../../ui/record/Fact.tsx'
import { priceText, rateText } from '../../ui/words/figures.ts'
import { moneyText, quantityText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { priceUnitOf, sumOf, taxUnitOf } from '../line-texts.ts'

const groupWords: Readonly<Record<ViewGroup, string>> = {
  fuelPurchase: 'Fuel purchase',
  other1Purchase: 'Other 1',
  other2Purchase: 'Other 2',
}
type Shown = { title: string; isProduct: boolean; line: TransactionLine; at: number }

/** The lines as shown. One without a group has its product's name as title (TXN-14). */
const shownLines = (lines: readonly TransactionLine[]): Shown[] =>
  orderForView(lines.map((line) => ({ line, product: line.dtl_prd_cd as ProductCode }))).map(
    ({ group, at, line: { line } }) => ({
      line,
      at,
      isProduct: group === null,
      title: group === null ? productName(line) : groupWords[group],
    }),
  )
const productName = ({ dtl_prd_cd }: TransactionLine): string => productWords[dtl_prd_cd as ProductCode] ?? dtl_prd_cd

type Props = { transaction: Transaction; explain: { isOpen: boolean; toggle: () => void } | undefined }
export function Purchases({ transaction, explain }: Props) {
  const { t, language } = useTranslation()
  const total = sumOf(transaction.txn_attr.map(({ dtl_amt }) => dtl_amt))
  const difference = sumOf([transaction.txn_amount, -total])
  const money = (amount: number) => moneyText(amount, language, transaction.currency)
  return (
    <section className="panel form-section" aria-labelledby="purchases">
      <div className="section-head">
        <h2 id="purchases">{t('Purchases')}</h2>
        {explain ? (
          <Button
            size="xs"
            variant={explain.isOpen ? 'light' : 'default'}
            aria-expanded={explain.isOpen}
            leftSection={<IconMathFunction size={16} aria-hidden />}
            onClick={explain.toggle}
          >
            {t('Explain this price')}
          </Button>
        ) : null}
      </div>
      {transaction.txn_attr.length === 0 ? <p className="no-lines">{t('No record found!')}</p> : null}
      {shownLines(transaction.txn_attr).map(({ at, ...shown }) => (
        <Purchase key={at} {...shown} />
      ))}
      <dl className="purchase-total">
        <Fact name={t('Total of the lines')}>{money(total)}</Fact>
        <Fact name={t('Amount')}>{money(transaction.txn_amount)}</Fact>
        {difference === 0 ? null : (
          <Fact name={t('Difference')}>
            <span className="difference">{money(difference)}</span>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Purchase({ title, isProduct, line }: Omit<Shown, 'at'>) {
  const { t, language } = useTranslation()
  const locale = language
  const money = (amount: number | null) => moneyText(amount, locale, line.header.hdr_currency)
  const perUnit = (rate: number) => `${rateText(rate, locale)} ${taxUnitOf(line)}`.trim()
  const quantity = `${quantityText(line.dtl_qty, locale)}${line.dtl_uom === null ? '' : ` ${line.dtl_uom}`}`
  const retailUnit = line.dtl_uom === null ? line.header.hdr_currency : `${line.header.hdr_currency}/${line.dtl_uom}`
  const taxes = [
    ['HST', line.dtl_hst_amt, money],
    ['GST', line.dtl_gst_amt, money],
    ['PST', line.dtl_pst_amt, money],
    ['QST', line.dtl_qst_amt, money],
    ['FET', line.dtl_fet_rt, perUnit],
    ['PFT', line.dtl_pft_rt, perUnit],
    ['PCT', line.dtl_cbt_rt, perUnit],
    ['Local tax', line.dtl_local_rt, perUnit],
  ] as const
  // As in the explanation, taxes of zero are named together.
  const none = taxes.filter(([, rate]) => rate === 0).map(([name]) => name)
  return (
    <article className="purchase">
      <h3>
        {t(title)}
        <span className="purchase-product">
          {[line.dtl_prd_cd, isProduct ? null : t(productName(line)), line.dtl_prd_desc].filter(Boolean).join(' · ')}
        </span>
      </h3>
      <dl className="facts">
        <Fact name={t('Auth code')}>{line.dtl_auth_id}</Fact>
        <Fact name={t('Quantity')}>{quantity}</Fact>
        <Fact name={t('Billed price per unit')}>{priceText(line.dtl_net_price, locale, priceUnitOf(line))}</Fact>
        <Fact name={t('Retail price per unit')}>{priceText(line.retailPrice, locale, retailUnit)}</Fact>
        {taxes
          .filter(([, rate]) => rate !== 0)
          .map(([name, rate, text]) => (
            <Fact key={name} name={t(name)}>
              {text(rate)}
            </Fact>
          ))}
        <Fact name={t('Discount')}>{money(line.dtl_discount)}</Fact>
        <Fact name={t('Billed amount')}>
          <strong>{money(line.dtl_amt)}</strong>
        </Fact>
      </dl>
      {none.length > 0 ? (
        <p className="steps-source">
          {t('Does not apply: {names}', { names: none.map((name) => t(name)).join(', ') })}
        </p>
      ) : null}
    </article>
  )
}
