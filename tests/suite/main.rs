//! The engine through every door, and what it must never do.

#[cfg(feature = "doors")]
mod abi;
mod answers;
mod arrows;
#[cfg(feature = "doors")]
mod cli;
#[cfg(feature = "doors")]
mod cli_answers;
#[cfg(feature = "doors")]
mod cli_bench;
#[cfg(feature = "doors")]
mod cli_check;
#[cfg(feature = "doors")]
mod cli_check_nothing;
#[cfg(feature = "doors")]
mod cli_check_own;
#[cfg(feature = "doors")]
mod cli_faults;
#[cfg(feature = "doors")]
mod cli_files;
#[cfg(feature = "doors")]
mod cli_fit;
#[cfg(feature = "doors")]
mod cli_halves;
#[cfg(feature = "doors")]
mod cli_openstack;
#[cfg(feature = "doors")]
mod cli_openstack_registries;
#[cfg(feature = "doors")]
mod cli_order;
#[cfg(feature = "doors")]
mod cli_profiles;
#[cfg(feature = "doors")]
mod cli_providers;
#[cfg(feature = "doors")]
mod cli_real;
#[cfg(feature = "doors")]
mod cli_reports;
#[cfg(feature = "doors")]
mod cli_stored;
#[cfg(all(feature = "doors", unix))]
mod cli_writing;
mod clusters;
mod clusters_objects;
mod clusters_settings;
mod clusters_unknown;
mod divergences;
mod drivers_doubts;
mod drivers_halves;
mod drivers_lint;
mod drivers_names;
mod drivers_patches;
mod drivers_registry;
mod drivers_requests;
#[cfg(feature = "doors")]
mod embedded;
mod facts;
mod files_yaml;
#[cfg(feature = "doors")]
mod gate;
#[cfg(feature = "doors")]
mod gate_spans;
mod generated;
#[cfg(feature = "doors")]
mod host;
mod hostile;
#[cfg(feature = "doors")]
mod hostile_guests;
mod hostile_images;
mod hostile_mappings;
#[cfg(feature = "doors")]
mod hosts;
#[cfg(feature = "doors")]
mod http;
mod images_design;
mod images_in_use;
mod images_laws;
mod images_loaded;
mod images_oracle;
mod images_profiles;
mod images_settings;
mod images_warned;
mod keys;
#[cfg(feature = "doors")]
mod landscapes;
mod limits;
mod mappings;
mod members;
mod migrating;
mod nulls;
mod providers_keys;
mod providers_laws;
mod providers_loaded;
mod providers_reviews;
mod providers_sources;
mod providers_templates;
mod providers_unpausing;
mod reading;
mod reasons;
#[cfg(feature = "doors")]
mod resets;
mod reviews;
mod reviews_names;
mod schemas;
#[cfg(feature = "doors")]
mod serve;
#[cfg(feature = "doors")]
mod serve_bytes;
#[cfg(feature = "doors")]
mod serve_changes;
#[cfg(feature = "doors")]
mod serve_deployed;
#[cfg(feature = "doors")]
mod serve_log;
#[cfg(feature = "doors")]
mod serve_page;
#[cfg(feature = "doors")]
mod serve_tls;
#[cfg(feature = "doors")]
mod snapshots;
#[cfg(feature = "doors")]
mod tls;
mod traits_clients;
mod traits_doubts;
mod traits_further;
mod traits_halves;
mod traits_laws;
mod traits_nothing;
mod traits_pages;
mod traits_planted;
mod traits_pools;
mod traits_reach;
mod traits_reports;
mod vectors;
mod wording;
mod wrong_types;
