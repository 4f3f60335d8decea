-- References to tables that are made after the table that refers to them.
alter table history_positions add constraint history_positions_owner_id_domain_id_fkey
  foreign key (owner_id, domain_id) references domains(owner_id, id) on delete cascade;
alter table level_changes add constraint level_changes_workspace_id_account_id_fkey
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade;
