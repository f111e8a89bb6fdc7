import './help.css'
import '../form/form.css'
import '../ui/record/record.css'
import { TextInput } from '@mantine/core'
import { pathOf } from '@portal/contract/endpoint.ts'
import { help, layoutKinds } from '@portal/contract/help/help.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { portalVersion } from '../ui/brand.ts'
import { placeCredit, placeCreditAddress } from '../ui/credit/place-credit.ts'
import { Heading } from '../ui/Heading.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { glossary } from './glossary.ts'
import { layoutPath } from './help.paths.ts'
import { useLayouts } from './use-layouts.ts'

/** Who to contact, what the words mean, and what the files look like (UX-12). */
export function HelpPage() {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <div className="record-page">
      <div className="page-head">
        <Heading>{t('Help')}</Heading>
      </div>
      <Contact />
      {can(help.layouts) ? <Layouts /> : null}
      <Words />
      <Credits />
      <Programs />
      <p className="record-note">{t('Version {version}', { version: portalVersion })}</p>
    </div>
  )
}

function Contact() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(help.contact),
    queryFn: ({ signal }) => call(help.contact, {}, { signal }),
  })
  return (
    <section className="panel form-section" aria-labelledby="help-contact">
      <h2 id="help-contact">{t('Who to contact')}</h2>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data ? (
        <dl className="record-facts">
          <Fact name={t('Provider')}>{data.name}</Fact>
          <Fact name={t('Email')}>{data.email ? <a href={`mailto:${data.email}`}>{data.email}</a> : null}</Fact>
          <Fact name={t('Phone')}>
            {data.phone ? <a href={`tel:${data.phone.replace(/[^+\d]/g, '')}`}>{data.phone}</a> : null}
          </Fact>
          <Fact name={t('Address')}>{data.address ? <span className="help-lines">{data.address}</span> : null}</Fact>
        </dl>
      ) : null}
    </section>
  )
}

/** A page of the service, so a plain link (INTEG-4). */
function Programs() {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="help-programs">
      <h2 id="help-programs">{t('For programs')}</h2>
      <p className="record-note">{t('Every call of the portal, with a guide and examples to try.')}</p>
      <p>
        <a href="/v2/docs">{t('API documentation')}</a>
      </p>
    </section>
  )
}

function Layouts() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useLayouts()
  return (
    <section className="panel form-section" aria-labelledby="help-files">
      <h2 id="help-files">{t('Fuel provider files')}</h2>
      <p className="record-note">{t('The columns of each file, with a sample to download.')}</p>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data ? (
        <ul className="help-files">
          {data.layouts.map(({ key, kind, provider }) => (
            <li key={key}>
              <PageLink to={layoutPath(key)}>
                {provider}, {t(layoutKinds[kind])}
              </PageLink>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** The sources whose licences ask for it, and the licences of all parts. */
function Credits() {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="help-credits">
      <h2 id="help-credits">{t('Sources and licences')}</h2>
      <ul className="help-files">
        <li>
          <a href={placeCreditAddress} target="_blank" rel="noreferrer">
            {t(placeCredit)}
          </a>
        </li>
        <li>
          <a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">
            {t('Outlines on maps: Natural Earth')}
          </a>
        </li>
        <li>
          <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
            {t('Time zones: © OpenStreetMap contributors, ODbL')}
          </a>
        </li>
        <li>
          <a href={pathOf(help.notices)} target="_blank" rel="noreferrer">
            {t('Licences of the parts of this product')}
          </a>
        </li>
      </ul>
    </section>
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
function Words() {
  const { t, language } = useTranslation()
  const [sought, setSought] = useState('')
  const words = Object.entries(glossary)
    .map(([word, meaning]) => ({ word: t(word), meaning: t(meaning) }))
    .filter(({ word, meaning }) => plain(`${word} ${meaning}`).includes(plain(sought.trim())))
    .sort((a, b) => a.word.localeCompare(b.word, language))
  return (
    <section className="panel form-section" aria-labelledby="help-words">
      <div className="record-section-head">
        <h2 id="help-words">{t('Glossary')}</h2>
        <TextInput
          size="xs"
          type="search"
          aria-label={t('Find a word')}
          placeholder={t('Find a word')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </div>
      {words.length === 0 ? <p role="status">{t('No Record found')}</p> : null}
      <dl className="help-words">
        {words.map(({ word, meaning }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
