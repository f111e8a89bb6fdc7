-- Companies that register on the public page (COMP-7), and the record of every customer.

-- The key that signs the public form's challenges, the same in every process.
create function sign_up_secret() returns bytea language sql stable security definer
  begin atomic
    select value from secrets where name = 'sign-up';
  end;

-- Creates the company, its first Admin, the e-mail and the audit entry together. An address already in use creates
-- nothing: its owner gets an e-mail, and the form gets the same answer (AUTH-9). The caller passes that e-mail for each
-- brand.
create function register_company(p jsonb, p_password_hash text, p_brand text, p_signature text,
  p_expires_at timestamptz, p_now timestamptz, p_received jsonb, p_taken jsonb, p_request_id text) returns text
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_company_id bigint;
    v_user_id bigint;
    v_owner record;
    v_mail jsonb;
  begin
    delete from used_challenges where expires_at < p_now;
    insert into used_challenges (signature, expires_at) values (p_signature, p_expires_at) on conflict do nothing;
    if not found then return 'replayed'; end if;
    begin
      insert into companies (kind, name, brand, status) values ('customer', p ->> 'name', p_brand, 'waiting')
        returning id into v_company_id;
      update customers set email = p ->> 'email', document_email = p ->> 'document_email', phone = p ->> 'phone',
        cont_name = p ->> 'cont_name', address1 = p ->> 'address1', address2 = p ->> 'address2',
        billing_country = p ->> 'billing_country', billing_state = p ->> 'billing_state',
        billing_city = p ->> 'billing_city', billing_zip_code = p ->> 'billing_zip_code', currency = p ->> 'currency',
        language = p ->> 'language'
      where company_id = v_company_id;
      insert into users (company_id, email, first_name, last_name, phone, country, state, city, role, password_hash)
      values (v_company_id, p ->> 'email', p ->> 'first_name', p ->> 'last_name', p ->> 'phone',
        p ->> 'billing_country', p ->> 'billing_state', p ->> 'billing_city', 1, p_password_hash)
      returning id into v_user_id;
      insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, next_attempt_at,
        created_at)
      values (v_company_id, 'registration', p_brand, p ->> 'email', p_received ->> 'subject', p_received ->> 'text',
        p_received ->> 'html', p_now, p_now);
      insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after,
        request_id)
      values (v_user_id, p ->> 'email', v_company_id, 'registration.signUp', 'company', v_company_id, p ->> 'name',
        jsonb_build_object('status', 'waiting'), p_request_id);
      return 'received';
    exception when unique_violation then
      select u.company_id, u.email, c.brand into v_owner from users u join companies c on c.id = u.company_id
        where u.email = p ->> 'email';
      if not found then raise; end if;
    end;
    v_mail := p_taken -> v_owner.brand;
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, next_attempt_at, created_at)
    values (v_owner.company_id, 'registration', v_owner.brand, v_owner.email, v_mail ->> 'subject', v_mail ->> 'text',
      v_mail ->> 'html', p_now, p_now);
    insert into audit_log (user_email, action, after, request_id)
    values (p ->> 'email', 'registration.signUp', jsonb_build_object('reason', 'address in use'), p_request_id);
    return 'received';
  end
  $$;

-- Creates the customer record of every new customer company.
create function add_customer_record() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customers (company_id) select id from added where kind = 'customer';
  return null;
end
$$;
create trigger companies_customer_record after insert on companies
  referencing new table as added for each statement execute function add_customer_record();
comment on trigger companies_customer_record on companies is 'Guard: every customer company has its customer record.';

revoke execute on function sign_up_secret, register_company, add_customer_record from public;
grant execute on function sign_up_secret, register_company to portal_gate;
