//! Documents from a Kubernetes API: every object of the kinds that decisions may depend on, kept up to date.

mod held;
mod served;
mod wanted;
mod watching;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kube::Client;
use kube::config::{Config, KubeConfigOptions, Kubeconfig};

pub use held::Held;
pub use wanted::Wanted;

use super::documents::Told;
use super::metrics::Metrics;
use crate::cli::exit::Failure;
use crate::cli::reading::objects::Head;

/// How to reach the API; by default as `kubectl` does, and inside a cluster as a pod does.
#[derive(Clone, Debug, Default)]
pub struct Access {
    pub kubeconfig: Option<PathBuf>,
    pub context: Option<String>,
}

/// The objects of a cluster, kept in sync with it.
pub struct Cluster(Mutex<Held>);

impl Cluster {
    /// Starts listing and watching the kinds, on a separate thread that lives as long as the process.
    pub fn watch(access: Access, wanted: Vec<Wanted>, metrics: Arc<Metrics>) -> Result<Arc<Self>, Failure> {
        let cluster = Arc::new(Self(Mutex::new(Held::new(wanted.clone()))));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = runtime.block_on(async { client(config(access).await?) })?;
        let kept = Arc::clone(&cluster);
        let watch = move || runtime.block_on(watching::watch(client, wanted, kept, metrics));
        std::thread::Builder::new().name("fitment-kubernetes".to_owned()).spawn(watch)?;
        Ok(cluster)
    }

    /// Locks the held objects. The lock is never held across network calls.
    pub fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Told for Cluster {
    fn revision(&self) -> Option<u64> {
        self.held().revision()
    }

    fn loads(&self) -> Vec<String> {
        self.held().loads()
    }

    fn faults(&self) -> Vec<String> {
        self.held().faults()
    }

    fn has(&self, object: &Head) -> bool {
        self.held().has(object.api().0, &object.kind, &object.key())
    }
}

async fn config(access: Access) -> Result<Config, Failure> {
    let of_file = |says: String| Failure::Input(format!("the Kubernetes API cannot be asked: {says}"));
    let options = KubeConfigOptions { context: access.context, ..KubeConfigOptions::default() };
    match access.kubeconfig {
        Some(file) => {
            let read = Kubeconfig::read_from(&file).map_err(|error| Failure::file(&file, error))?;
            Config::from_custom_kubeconfig(read, &options).await.map_err(|error| Failure::file(&file, error))
        }
        None if options.context.is_some() => {
            Config::from_kubeconfig(&options).await.map_err(|error| of_file(error.to_string()))
        }
        None => Config::infer().await.map_err(|error| of_file(error.to_string())),
    }
}

fn client(config: Config) -> Result<Client, Failure> {
    Client::try_from(config).map_err(|error| Failure::Input(format!("the Kubernetes API cannot be asked: {error}")))
}
