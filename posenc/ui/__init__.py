"""The app's parts; everything that knows Streamlit is in here and in the pages."""

import numpy as np  # noqa: F401  # what it multiplies with must be there to be limited
from threadpoolctl import threadpool_limits

# Many small products: a second thread waits for the others longer than it works, and takes a core from other visitors.
threadpool_limits(1, user_api="blas")
