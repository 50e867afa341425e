//! The conformance suite of event stores and view stores on any database. Each promise has a test function, which is
//! generic over the [`Backend`] and instantiated by [`suite!`].

use std::sync::Arc;

use storage::{EventStore, ViewStore};

pub(crate) mod given;
mod messages;

pub(crate) mod append;
pub(crate) mod attempts;
pub(crate) mod backup;
pub(crate) mod claims;
pub(crate) mod erasures;
pub(crate) mod integrity;
pub(crate) mod log;
pub(crate) mod notifications;
pub(crate) mod outbox;
pub(crate) mod passwords;
pub(crate) mod pictures;
pub(crate) mod view_commit;
pub(crate) mod view_damage;
pub(crate) mod view_generations;
pub(crate) mod view_lists;
pub(crate) mod view_pages;
pub(crate) mod view_records;
pub(crate) mod view_shards;
pub(crate) mod view_streams;
pub(crate) mod webhooks;

pub(crate) type Log = dyn EventStore;
pub(crate) type Views = dyn ViewStore;

/// A database under test. It is deleted when this value is dropped.
pub(crate) trait Backend: Sized {
    async fn empty() -> Self;

    /// Opens another handle on its log, as another process would.
    async fn event_store(&self) -> Arc<Log>;

    /// Opens another handle on its views, as another process would.
    async fn view_store(&self) -> Arc<Views>;

    /// Creates the empty tables of an older version of the log.
    async fn older_log(&self, schema: i64);

    /// Runs a statement on the log without the store. Returns why it is refused.
    async fn try_execute(&self, sql: &str) -> Result<(), String>;

    /// Runs a statement on the log without the store.
    async fn execute(&self, sql: &str) {
        self.try_execute(sql).await.unwrap();
    }

    /// Runs a statement on the views without the store.
    async fn execute_on_views(&self, sql: &str);

    /// Returns the first column of a query's rows, without the store.
    async fn texts(&self, sql: &str) -> Vec<String>;

    /// Changes a stored event, as a disk may. `set` is the part of the statement after SET.
    async fn damage_event(&self, position: i64, set: &str);

    /// Whether a reader has an open snapshot of the log, which prevents the database from cleaning up.
    async fn holds_a_moment(&self) -> bool;
}

/// Creates a test for each of these functions, which get a handle on the log or the views, and the database.
macro_rules! tests {
    ($backend:ty, $open:ident; $($module:ident { $($test:ident),+ $(,)? })+) => {$($(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $test() {
            let backend = <$backend as $crate::conformance::Backend>::empty().await;
            let store = <$backend as $crate::conformance::Backend>::$open(&backend).await;
            $crate::conformance::$module::$test(&*store, &backend).await;
        }
    )+)+};
}

/// Creates the tests of a database.
macro_rules! suite {
    ($name:ident, $backend:ty) => {
        mod $name {
            $crate::conformance::tests! { $backend, event_store;
                append {
                    an_append_is_read_back_as_it_was_written,
                    what_happened_can_neither_be_changed_nor_deleted,
                    many_may_open_a_new_log_at_once,
                    a_reader_sees_every_position_of_two_processes_in_order,
                    a_stream_at_another_version_is_a_conflict,
                    of_two_writers_at_the_same_version_one_wins,
                    refused_requests_write_nothing_and_leave_their_neighbours_whole,
                    an_event_above_the_limit_is_refused_by_name_and_size,
                    an_event_of_another_kind_is_refused,
                    twenty_five_thousand_events_go_in_one_request,
                    an_append_wakes_those_who_wait,
                    closing_keeps_every_accepted_append_and_refuses_others,
                }
                backup {
                    a_backup_restored_says_the_same,
                    a_backup_that_is_not_taken_is_one_moment_and_holds_nothing_up,
                    only_an_empty_store_is_filled,
                    a_backup_that_is_not_whole_leaves_nothing,
                }
                claims {
                    a_name_belongs_to_who_claimed_it_first,
                    a_name_may_be_claimed_again_by_its_holder,
                    of_many_claims_at_once_one_wins,
                    a_refused_request_claims_nothing,
                    holders_are_told_in_the_order_asked,
                    a_repeated_key_gets_the_first_answer,
                    of_equal_requests_at_once_one_is_written,
                    without_events_the_version_is_checked_and_the_answer_kept,
                    an_answer_is_forgotten_after_whole_hours_whatever_times_were_recorded,
                }
                erasures {
                    what_names_an_erased_person_goes_with_the_key,
                    nothing_personal_is_written_of_an_erased_person,
                    an_erasure_is_unfinished_until_it_is_finished,
                    a_backup_made_later_holds_the_erasure_and_no_key,
                    a_backup_made_before_is_restored_without_the_person,
                }
                integrity {
                    each_event_has_the_hash_that_follows_from_the_one_before,
                    personal_data_is_stored_encrypted_and_read_in_clear,
                    personal_data_with_a_missing_or_damaged_key_cannot_be_read,
                    a_damaged_event_is_noticed_by_every_read_and_others_follow,
                    a_counter_that_is_not_where_the_events_end_stops_appends,
                    damaged_rows_beside_the_events_are_not_believed,
                    a_log_without_hashes_is_refused,
                    a_backup_of_an_older_version_is_hashed_and_encrypted,
                }
                log {
                    an_empty_log_is_empty,
                    a_stream_is_read_above_a_version,
                    the_log_is_read_in_steps,
                    forty_megabytes_are_one_request_and_are_read_in_parts_of_eight,
                    each_stream_of_a_kind_is_named_once,
                    streams_are_read_up_to_a_position,
                    another_process_sees_appends_at_once,
                    ids_are_never_reserved_twice,
                    ids_start_at_one_in_each_sequence,
                    programs_that_run_one_after_the_other_leave_no_gap,
                    what_happened_is_told_newest_first_in_pages,
                    what_happened_elsewhere_and_uses_of_keys_are_not_told,
                }
                attempts {
                    processes_share_the_counts,
                    a_refused_attempt_counts_nowhere,
                    of_many_attempts_at_once_as_many_count_as_are_allowed,
                    a_right_password_takes_its_attempt_back_and_is_remembered,
                    a_clock_that_was_ahead_refuses_nothing_afterwards,
                    old_attempts_and_addresses_are_forgotten,
                }
                passwords {
                    the_same_password_is_kept_twice_and_another_is_not_put_in_its_place,
                    what_a_user_set_before_is_forgotten,
                    a_backup_shows_no_password_and_a_store_with_one_takes_none,
                }
                notifications {
                    a_push_subscription_is_replaced_by_its_address,
                    the_oldest_push_subscription_goes_above_the_limit,
                    removing_a_push_subscription_deletes_its_messages,
                    choices_and_secrets_are_kept,
                    a_discord_channel_is_its_organizations,
                    a_pause_of_discord_is_for_an_address_or_for_all,
                    an_erasure_deletes_subscriptions_messages_and_choices,
                    a_restore_keeps_where_notifications_go_and_sends_nothing,
                    a_message_for_later_waits_for_its_time,
                    messages_to_two_thousand_are_taken_a_hundred_at_once,
                }
                outbox {
                    messages_are_queued_with_their_events_and_once,
                    contents_of_mail_are_deleted_when_it_is_sent_or_given_up,
                    failed_messages_about_an_event_keep_their_contents_and_are_found,
                    messages_are_erased_with_the_person_and_not_restored,
                    tasks_are_restored_once_and_in_time_and_those_that_ran_are_not,
                    the_letters_of_an_organization_in_an_hour_are_found_from_the_newest,
                }
                pictures {
                    a_picture_is_shown_while_a_stream_names_it,
                    a_picture_that_no_stream_names_is_deleted_after_a_while,
                    pictures_in_use_are_backed_up,
                    a_damaged_picture_is_not_sent,
                }
                webhooks {
                    messages_and_position_are_stored_together_and_once,
                    a_queue_is_taken_for_a_time_and_later_results_change_nothing,
                    results_free_a_queue_when_its_next_message_is_due,
                    a_paused_or_disabled_webhook_gets_nothing,
                    deliveries_are_sent_again_and_forgotten,
                    messages_of_an_older_version_are_sent,
                    secrets_are_kept_and_backed_up,
                }
            }
            $crate::conformance::tests! { $backend, view_store;
                view_commit {
                    a_moved_checkpoint_refuses_the_whole_batch,
                    of_two_projectors_one_wins_each_step,
                    a_document_is_read_back_as_it_was_written,
                    a_document_is_replaced_and_removed,
                    what_another_stream_has_rendered_since_is_not_removed,
                    a_key_that_moves_within_a_batch_stays,
                    hundreds_of_documents_and_large_ones_fit_a_batch,
                    another_organization_finds_nothing,
                    sources_are_replaced,
                    documents_are_found_by_their_source,
                    lagging_streams_settle,
                    parked_streams_make_their_documents_stale,
                }
                view_damage {
                    a_damaged_document_is_noticed_by_every_read,
                    a_list_with_another_count_than_documents_is_damaged,
                    kinds_of_other_versions_are_left_out,
                    damage_is_reported_with_the_stream_it_was_rendered_from,
                    a_damaged_export_is_noticed_by_every_read,
                    rows_of_versions_without_checksums_are_read,
                    views_that_are_given_up_are_not_served,
                    a_checkpoint_keeps_the_hash_of_its_event,
                }
                view_generations {
                    one_renders_beside_the_served_views_at_a_time,
                    an_empty_store_has_no_views,
                    a_generation_under_construction_is_counted_and_not_shown,
                    a_switch_needs_the_named_checkpoint_and_never_goes_back,
                    a_late_projector_is_told_that_its_generation_is_gone,
                    dropping_leaves_the_active_generation_alone,
                    parked_streams_and_lagging_ones_belong_to_a_generation,
                }
                view_shards {
                    each_shard_has_a_place_of_its_own,
                    dividing_anew_goes_on_where_the_last_one_stands,
                    a_switch_waits_for_every_shard,
                    a_generation_is_complete_when_every_shard_is,
                }
                view_lists {
                    a_list_is_ordered_by_sort_as_bytes_and_then_by_key,
                    a_list_state_changes_with_the_list,
                    the_last_documents_are_returned_in_reverse_order,
                    a_range_of_a_list_is_returned_in_either_order,
                    documents_under_a_prefix_come_by_key,
                    documents_under_a_prefix_are_those_of_one_list,
                    exports_come_newest_first,
                    exports_are_filtered,
                    exports_are_replaced_and_withdrawn,
                    equal_exports_have_equal_states,
                }
                view_pages {
                    pages_are_the_sorted_union_without_the_lists_of_others,
                    counts_follow_documents_that_come_and_go,
                    a_page_is_one_snapshot_while_views_change,
                    lists_stored_elsewhere_are_shown_from_there,
                    a_list_state_moves_with_either_part,
                }
                view_records {
                    applying_the_answers_gives_a_full_export,
                    shards_that_commit_at_once_lose_no_change,
                    a_record_that_stays_the_same_is_no_change,
                    views_without_those_before_them_have_another_lineage,
                    records_of_a_generation_come_by_id,
                    a_damaged_record_is_noticed,
                }
                view_streams {
                    lists_and_exports_show_one_moment_while_views_change,
                    a_switch_does_not_disturb_a_list_being_read,
                    slow_readers_do_not_block_others,
                    readers_that_disconnect_return_their_connections,
                    all_documents_come_in_key_order,
                    all_exports_come_by_id,
                }
            }
        }
    };
}

pub(crate) use {suite, tests};
